/** The kinds of place that a search takes (C25). */
export const placeKinds = ['state', 'zip', 'address', 'city', 'county', 'jurisdiction'] as const;
