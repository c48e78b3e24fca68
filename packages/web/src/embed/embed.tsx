/**
 * The charts of summaries for other sites, drawn on the server. This module is built apart from the pages, and the
 * service loads it when the first chart is asked for: it asks the service like a page, by a client in process.
 */
import type { Lintel } from '@lintel/client';
import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { withAreaNames } from '../api/areas';
import { placeQuery } from '../api/place-queries';
import { releaseQuery } from '../api/release-queries';
import {
  beginQuery,
  groupsQuery,
  lastDayOf,
  newestQuery,
  notBefore,
  withSources,
} from '../api/summary-queries';
import type { ChartFrameProps } from '../charts/chart-frame';
import { PictureContext } from '../charts/picture-context';
import { MessagePicture, PictureFrame, type Theme } from '../charts/picture-frame';
import { rowsShown } from '../summary/series';
import { groupsOf, parametersOf, placeAndArea, type Summary, summaryOf } from '../summary/summary';
import { readSummaryAddress } from '../summary/summary-address';
import { SummaryChart } from '../summary/summary-chart';
import { readQuery, writeQuery } from '../words/query-text';

export { embedPage, embedStyle, lineBelow, pictureWidths } from './embed-page';

/** The query of a summary without what is not of it, so that the same question is written in one way. */
export function questionOf(query: string): string {
  const {
    map: _,
    columns: __,
    sort: ___,
    view,
    list,
    metric,
    ...summary
  } = summaryOf(readSummaryAddress(readQuery(query)));
  return writeQuery({ ...summary });
}

/** A chart with its numbers, which can be drawn in several looks. */
export interface Embed {
  readonly title: string;
  readonly unit: string;
  readonly columns: readonly string[];
  /** As the chart writes them. */
  readonly rows: readonly (readonly string[])[];
  draw(look: Look): { readonly svg: string; readonly height: number };
}

interface Look {
  readonly width: number;
  readonly theme: Theme;
}

/** The chart of a question; null where no permit fits it. `host` is named as the publisher. */
export async function embedOf(lintel: Lintel, question: string, host: string): Promise<Embed | null> {
  const summary = summaryOf(readSummaryAddress(readQuery(question)));
  const props = await answersTo(lintel, summary);
  if (props.answer.permit_count === 0) return null;
  const draw = ({ width, theme }: Look) => {
    let said: ChartFrameProps | undefined;
    let height = 0;
    const Frame = (frame: ChartFrameProps) => {
      said = frame;
      return <PictureFrame {...frame} width={width} theme={theme} onHeight={(whole) => (height = whole)} />;
    };
    const svg = renderToStaticMarkup(
      <PictureContext value={{ width, Frame }}>
        <SummaryChart {...props} host={host} />
      </PictureContext>,
    );
    if (said === undefined) throw new Error('The chart has no frame.');
    return { svg, height, said };
  };
  const { title, unit, table } = draw({ width: 720, theme: 'light' }).said;
  const written = (value: string | number | null) =>
    typeof value === 'number' ? table.show(value) : (value ?? '–');
  return {
    title,
    unit,
    columns: table.columns,
    rows: table.rows.map(([name = '', ...values]) => [String(name ?? ''), ...values.map(written)]),
    draw,
  };
}

/** A picture of a text, in place of a chart. */
export const messagePicture = (text: string, look: Look): string =>
  renderToStaticMarkup(<MessagePicture text={text} {...look} />);

async function answersTo(lintel: Lintel, summary: Summary) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const all = await queries.fetchQuery(releaseQuery(lintel));
  const { in: geoId } = summary;
  const place = geoId === undefined ? null : await queries.fetchQuery(placeQuery(lintel, geoId));
  const where = placeAndArea(summary);
  const newest =
    Object.keys(where).length === 0
      ? null
      : await queries.fetchQuery(newestQuery(lintel, where, all.released_at));
  const release = withSources(all, newest?.sources ?? null);
  const lastDay = newest === null ? lastDayOf(release) : (newest.day ?? release.released_at);
  const begin = notBefore(await queries.fetchQuery(beginQuery(lintel, where)), release);
  const answer = await queries.fetchQuery(groupsQuery(lintel, parametersOf(summary, lastDay)));
  queries.clear();
  const rows = withAreaNames(rowsShown(answer.rows, groupsOf(summary), begin, release), release.areas);
  return { summary, release, place, lastDay, answer: { ...answer, rows }, extent: { begin, lastDay } };
}
