/** Rows a page of the portal of the fetch benchmark. */
export const pageRows = 5000;
