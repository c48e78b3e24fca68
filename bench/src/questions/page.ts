/** How a question is asked of the pages, and what they answer. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { readAnswer } from './compare.js';
import type { Asked, Question } from './question.js';
import type { Truth } from './truth.js';

const dollars = (cents: string) => String(Number(cents) / 100);
const list = (values: string) => values.split(',');

/** What the pages call what is asked; null where they have no place for it. */
const pageNames: Readonly<Record<keyof Asked, ((value: string, asked: Asked) => object) | null>> = {
  geo_id: (value) => ({ in: value }),
  group_by: (value) => ({ group: list(value) }),
  measures: (value) => ({ measure: list(value) }),
  date_field: (value) => ({ date: value }),
  permit_from: (value) => ({ from: value }),
  permit_to: (value) => ({ to: value }),
  permit_tags: (value) => ({ tags: list(value) }),
  permit_q: (value) => ({ text: value }),
  permit_number: (value) => ({ number: value }),
  permit_parcel: (value) => ({ parcel: value }),
  permit_type: (value) => ({ permit: [value] }),
  permit_subtype: (value) => ({ subtype: [value] }),
  permit_status: (value) => ({ status: list(value) }),
  permit_record_kind: (value) => ({ kind: list(value) }),
  permit_min_job_value: (value) => ({ value: dollars(value) }),
  permit_max_job_value: (value) => ({ most: dollars(value) }),
  permit_has_contractor: (value) => ({ contractor: value === 'true' ? 'yes' : 'no' }),
  permit_min_approval_duration: (value) => ({ days: value }),
  include_renewals: () => ({ renewals: 'no' }),
  near: (value, { radius_m: metres }) => ({ within: `${value},${metres}` }),
  radius_m: () => ({}),
  sort: (value) => (value === 'job_value' ? { sort: 'value' } : {}),
  // A page shows how many there are, and all groups, the greatest first or in order.
  order: () => ({}),
  limit: () => ({}),
  having: () => ({}),
  size: () => ({}),
  count: () => ({}),
  include_empty: () => ({}),
  property_min_permit_count: null,
};

/**
 * A question as pages are asked it. Contractors by the value of the permits that match are those of a summary by
 * contractor.
 */
function askedOfPage(question: Question): Question {
  if (question.of !== 'contractors' || question.asked.sort !== 'matching_job_value') return question;
  const { of: _, named: __, asked, columns, ...rest } = question;
  const { sort: ___, ...filters } = asked;
  const columnsOfPage = columns.map(
    (id) => ({ matching_permit_count: 'count', matching_job_value: 'sum_job_value' })[id] ?? id,
  );
  const grouped = { group_by: 'contractor', measures: 'sum_job_value', permit_has_contractor: 'true' };
  return { ...rest, asked: { ...filters, ...grouped }, columns: columnsOfPage };
}

/** The address that shows the answer at once; null where two are needed, or no page tells it. */
export function pageAddress(question: Question, geoId: string | null): string | null {
  const { asked, of = 'groups' } = askedOfPage(question);
  const names = Object.keys(asked) as (keyof Asked)[];
  if (of === 'contractors' || of === 'properties' || names.some((name) => pageNames[name] === null))
    return null;
  const isSummary = of === 'groups';
  const search = Object.assign(
    {},
    isSummary && asked.group_by === undefined ? { group: 'all' } : {},
    ...names.map((name) => pageNames[name]?.(asked[name] ?? '', asked)),
  ) as Readonly<Record<string, string | readonly string[]>>;
  const query = new URLSearchParams(geoId === null ? {} : { in: geoId });
  for (const [name, value] of Object.entries(search))
    for (const one of [value].flat()) query.append(name, one);
  return `${isSummary ? '/summary' : '/'}?${query}`;
}

/** Looks at pages in a browser. */
export class Pages {
  readonly #browser: Browser;
  readonly #page: Page;
  readonly #url: string;

  private constructor(browser: Browser, page: Page, url: string) {
    [this.#browser, this.#page, this.#url] = [browser, page, url];
  }

  static async open(url: string): Promise<Pages> {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    return new Pages(browser, page, url);
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  /** The answer that a page shows, as it came to it; once its table is there. */
  async answer(address: string, question: Question): Promise<Truth> {
    const page = this.#page;
    const isGroups = address.startsWith('/summary');
    const path = isGroups ? '/v2/permits/aggregate' : '/v2/permits/search';
    // Beside the answer, a page asks for its newest permit and its first week.
    const asks = page.waitForResponse(
      (response) => {
        const { pathname, searchParams: asked } = new URL(response.url());
        const isAnswer = isGroups ? asked.get('order') !== 'week' : asked.get('include_count') === 'true';
        return pathname === path && isAnswer && response.ok();
      },
      { timeout: 60_000 },
    );
    await page.goto(this.#url + address, { waitUntil: 'commit', timeout: 60_000 });
    const answer = (await (await asks).json()) as unknown;
    await page
      .locator(isGroups ? 'table tbody tr' : '[role="row"]')
      .first()
      .waitFor({ timeout: 60_000 });
    // A list says how many there are.
    return readAnswer(answer, isGroups ? askedOfPage(question) : { ...question, of: 'permits' });
  }
}

/**
 * Of what a page shows, what was asked for: it shows more groups than asked for, those without a permit too, and not all
 * others beyond the first as one.
 */
export function shownOf(shown: Truth, truth: Truth): { readonly shown: Truth; readonly truth: Truth } {
  const asked = new Map([...truth].filter(([name]) => name !== 'others'));
  return { shown: new Map([...shown].filter(([name]) => asked.has(name))), truth: asked };
}
