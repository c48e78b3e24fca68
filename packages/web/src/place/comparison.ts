export function readComparison(search: Record<string, unknown>) { return search; }
