export function ContractorPage() { return null; }
