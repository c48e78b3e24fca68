export function PermitPage() { return null; }
