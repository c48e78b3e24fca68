/** The id in the address of a page. */
import { useParams } from '@tanstack/react-router';

export function usePathId(): string {
  const { id } = useParams({ strict: false }) as { readonly id?: string };
  return id ?? '';
}
