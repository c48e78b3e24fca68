/** What the pointer is at, beside it. */
import type { Hint } from './use-pointer';

export function MapHint({ hint }: { readonly hint: Hint | null }) {
  if (hint === null) return null;
  return (
    <div className="map-hint" data-side={hint.side} style={{ left: hint.x, top: hint.y }}>
      <strong>{hint.title}</strong>
      {hint.note}
    </div>
  );
}
