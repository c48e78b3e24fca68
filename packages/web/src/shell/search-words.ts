/** The words of the search box, plain and with suggestions. */
export const searchLabel = 'Search places, addresses, contractors and permit numbers';
export const searchHint = 'City, county, ZIP, address, contractor, permit number';
