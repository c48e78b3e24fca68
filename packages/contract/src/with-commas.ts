/**
 * A whole number with commas between its thousands. `toLocaleString` reads tables of languages first, which every process
 * that knows the interface would pay for.
 */
export const withCommas = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
