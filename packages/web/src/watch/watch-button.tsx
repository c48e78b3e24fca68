/** Watches a search in two clicks: its new permits come by mail, to a webhook or as a feed. */
import { lazy, Suspense } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Icon } from '../design/icons';

const WatchForm = lazy(() => import('./watch-form'));

/** What is watched. */
export interface Watched {
  /** What the watch is called in its mails. */
  readonly name: string;
  /** Filters as the query of a permit search, without dates. */
  readonly search: string;
}

export function WatchButton({ label = 'Watch', ...watched }: Watched & { readonly label?: string }) {
  return (
    <DialogTrigger>
      <Button className="button small">
        <Icon name="bell" />
        <span className="tool-name">{label}</span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label={label}>
          <Suspense fallback={<div className="waiting field-waiting" />}>
            <WatchForm {...watched} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
