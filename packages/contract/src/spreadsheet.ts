/** Texts that a spreadsheet takes for formulas when it opens a CSV file. */

/**
 * What makes a cell a formula when it comes first, also full-width as East Asian keyboards give it; and white space,
 * after which some programs look again (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** The text, with an apostrophe in front where a spreadsheet would run it as a formula. */
export function spreadsheetText(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}
