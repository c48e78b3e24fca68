/** A request as code that runs as it is, with what each language brings along. The key comes from the environment. */

export const languages = ['curl', 'TypeScript', 'Python'] as const;

/** The code of a GET request to a whole address. */
export function codeOf(language: (typeof languages)[number], url: string): string {
  if (language === 'curl') return `curl '${url.replaceAll("'", '%27')}' \\\n  -H "X-API-Key: $LINTEL_KEY"`;
  // A text of JSON is one of both languages.
  const text = JSON.stringify(url);
  if (language === 'TypeScript') {
    return `const response = await fetch(
  ${text},
  { headers: { 'X-API-Key': process.env.LINTEL_KEY ?? '' } },
);
if (!response.ok) throw new Error(await response.text());
console.log(await response.text());`;
  }
  return `import os
import urllib.request

request = urllib.request.Request(
    ${text},
    headers={"X-API-Key": os.environ["LINTEL_KEY"]},
)
with urllib.request.urlopen(request) as response:
    print(response.read().decode())`;
}
