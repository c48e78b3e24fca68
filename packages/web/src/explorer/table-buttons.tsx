/** The buttons above the table: which columns it has, and its download. */
import { lazy, Suspense } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Icon } from '../design/icons';
import type { DownloadPanelProps } from '../download/download-panel';
import { percentOf, useDownload } from '../download/state';
import { columns } from './columns';

const DownloadPanel = lazy(() => import('../download/download-panel'));

export function ColumnsButton({
  shown,
  onChange,
}: {
  readonly shown: readonly string[];
  onChange(shown: readonly string[]): void;
}) {
  return (
    <DialogTrigger>
      <Button className="button small columns-button">
        <Icon name="columns" />
        Columns
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label="Columns">
          <fieldset className="fields">
            <legend>Columns of the table</legend>
            <div className="choices two-columns">
              {columns.map(({ id, name }) => (
                <label className="choice" key={id}>
                  <input
                    type="checkbox"
                    checked={shown.includes(id)}
                    disabled={id === 'work'}
                    onChange={() =>
                      onChange(shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id])
                    }
                  />
                  {name}
                </label>
              ))}
            </div>
          </fieldset>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

export function DownloadButton(props: DownloadPanelProps) {
  const download = useDownload();
  const percent = download === null ? null : percentOf(download);
  return (
    <DialogTrigger>
      <Button
        className={download === null ? 'button small' : 'button small on'}
        isDisabled={props.permits.length === 0 && download === null}
      >
        <Icon name="download" />
        {download === null || percent === null || download.phase === 'failed' ? (
          <span className="tool-name">Download</span>
        ) : download.phase === 'done' ? (
          'Downloaded'
        ) : download.phase === 'stopped' ? (
          'Stopped'
        ) : (
          `${percent}%`
        )}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label="Download" className="download">
          <Suspense fallback={<div className="waiting field-waiting" />}>
            <DownloadPanel {...props} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
