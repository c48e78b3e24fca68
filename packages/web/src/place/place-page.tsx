export function PlacePage() { return null; }
