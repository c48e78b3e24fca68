/** Reads the text of an answer, up to a length that nothing of the interface comes near. */

/** Characters of an answer, or of a record of an export, at most: a page of 100 records has less than one million. */
export const maxText = 1 << 26;

/** The text of the body; null where it is longer than `maxText`: the rest is not read. */
export async function textOf(response: Response): Promise<string | null> {
  const reader = response.body?.getReader();
  if (reader === undefined) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return text;
    if (text.length > maxText) {
      reader.cancel().catch(() => {});
      return null;
    }
  }
}
