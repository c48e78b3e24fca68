export function DataPage() { return null; }
