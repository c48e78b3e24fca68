/** A page that waits for its code or its data: what the document says of it already, and room for the rest. */
import { firstHead } from './first-screen';

export function WaitingPage() {
  const head = firstHead();
  return head === null ? (
    <div className="page" role="status" aria-label="Loading">
      <div className="waiting page-line" />
      <div className="waiting page-block" />
    </div>
  ) : (
    <div ref={(box) => box?.append(head)} />
  );
}
