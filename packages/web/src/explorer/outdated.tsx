/** What stands in place of further permits, when those shown are of a release that is gone. */
import { Notice } from '../shell/failure';

export default function Outdated({ onStartAgain }: { onStartAgain(): void }) {
  return (
    <Notice
      title="There is newer data"
      actions={
        <button type="button" className="button" onClick={onStartAgain}>
          Start again
        </button>
      }
    >
      <p>The release that this table began on is no longer here, so it cannot go on.</p>
    </Notice>
  );
}
