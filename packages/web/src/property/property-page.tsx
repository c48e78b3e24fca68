export function PropertyPage() { return null; }
