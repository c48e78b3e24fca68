/** A share as a bar, from 0 to 1; the number stands beside it in words. */
export function Bar({ share }: { readonly share: number }) {
  return (
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect width={100 * Math.max(0, share)} height="8" />
    </svg>
  );
}
