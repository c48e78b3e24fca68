/** Distances as people in the United States say them. The interface has metres. */
const feetPerMetre = 1 / 0.3048;
const feetPerMile = 5280;

/** `260 ft`, `0.7 mi`: as near as it is meant, to 10 ft, beyond 300 ft to 50 ft, beyond half a mile to a tenth of one. */
export function distance(metres: number): string {
  const feet = metres * feetPerMetre;
  if (feet > feetPerMile / 2) return `${(feet / feetPerMile).toFixed(1)} mi`;
  const step = feet < 300 ? 10 : 50;
  return `${(Math.max(1, Math.round(feet / step)) * step).toLocaleString('en-US')} ft`;
}
