/**
 * A request as code that runs as it is, with what each language brings along. The key comes from the environment, unless
 * it was made a moment ago and is known.
 */

export const languages = ['curl', 'TypeScript', 'Python'] as const;

/** The code of a GET request to a whole address. A `secret` is the text of a key; null for the variable. */
export function codeOf(language: (typeof languages)[number], url: string, secret: string | null): string {
  if (language === 'curl') {
    return `curl '${url.replaceAll("'", '%27')}' \\\n  -H "X-API-Key: ${secret ?? '$LINTEL_KEY'}"`;
  }
  // A text of JSON is one of both languages.
  const text = JSON.stringify(url);
  if (language === 'TypeScript') {
    return `const response = await fetch(
  ${text},
  { headers: { 'X-API-Key': ${secret === null ? "process.env.LINTEL_KEY ?? ''" : `'${secret}'`} } },
);
if (!response.ok) throw new Error(await response.text());
console.log(await response.text());`;
  }
  return `${secret === null ? 'import os\n' : ''}import urllib.request

request = urllib.request.Request(
    ${text},
    headers={"X-API-Key": ${secret === null ? 'os.environ["LINTEL_KEY"]' : `"${secret}"`}},
)
with urllib.request.urlopen(request) as response:
    print(response.read().decode())`;
}
