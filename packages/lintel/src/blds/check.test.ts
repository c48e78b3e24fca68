/** The check of BLDS files: what is wrong is found, with its line and column; what is right passes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { type BldsReport, checkBlds } from './check.js';
import { bldsRules } from './finding.js';
import { bldsColumns, isBlds } from './standard.js';

const good: Readonly<Record<string, string>> = {
  PermitNum: 'B-1',
  Description: 'Reroof, "tear off"',
  AppliedDate: '2026-02-28',
  IssuedDate: '2026-03-02',
  CompletedDate: '2026-04-01',
  StatusCurrent: 'Closed',
  OriginalAddress1: '12 Elm St',
  OriginalAddress2: '',
  OriginalCity: 'Elm City',
  OriginalState: 'KS',
  OriginalZip: '67501',
  Jurisdiction: '2020000',
  PermitClass: 'House',
  PermitClassMapped: 'Residential',
  StatusCurrentMapped: 'Permit Finaled',
  WorkClass: 'Old',
  WorkClassMapped: 'Existing',
  PermitType: 'RF',
  PermitTypeMapped: 'Roof',
  PermitTypeDesc: 'Reroof',
  StatusDate: '2026-04-01',
  TotalSqFt: '1800',
  Link: 'https://example.org/B-1',
  Latitude: '38.06',
  Longitude: '-97.93',
  EstProjectCost: '12500.50',
  HousingUnits: '1',
  PIN: '12-3',
  ContractorCompanyName: 'ACME LLC',
  ContractorTrade: 'Roofer',
  ContractorTradeMapped: 'General',
  ContractorLicNum: '77',
  ContractorStateLic: 'KS',
};

type Row = Readonly<Record<string, string>>;

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csv = (rows: readonly Row[], names = Object.keys(good)) =>
  [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('');

async function* chunks(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 100) yield text.slice(at, at + 100);
}

const check = (text: string) => checkBlds(chunks(text));

/** Findings as `rule column line`. */
function found({ findings }: BldsReport): string[] {
  return findings.flatMap(({ rule, column, places }) =>
    places.map(({ line }) => `${rule} ${column ?? '-'} ${line ?? '-'}`),
  );
}

test('a file with every required and recommended column and good values has no finding', async () => {
  const report = await check(csv([good, { ...good, PermitNum: 'B-2' }]));
  assert.deepEqual(report, { standard: 'BLDS 1.2', rows: 2, errors: 0, warnings: 0, findings: [] });
});

test('every rule finds what breaks it, at its line and column', async () => {
  const bad: readonly (readonly [Row, string])[] = [
    [{ PermitNum: '' }, 'number_missing PermitNum 2'],
    [{ AppliedDate: '2/28/2026' }, 'date_format AppliedDate 2'],
    [{ CompletedDate: '2026-02-30' }, 'date_format CompletedDate 2'],
    [{ TotalSqFt: '1,800' }, 'number_format TotalSqFt 2'],
    [{ EstProjectCost: '$5' }, 'number_format EstProjectCost 2'],
    [{ StatusCurrentMapped: 'Closed' }, 'not_in_list StatusCurrentMapped 2'],
    [{ PermitTypeMapped: 'roof' }, 'not_in_list PermitTypeMapped 2'],
    [{ Latitude: '97.93' }, 'coordinate_range Latitude 2'],
    [{ Link: 'see office' }, 'url_format Link 2'],
    [{ OriginalZip: '' }, 'value_missing OriginalZip 2'],
    [{ AppliedDate: '', IssuedDate: '' }, 'value_missing AppliedDate 2'],
    [{ StatusCurrentMapped: '' }, 'not_mapped StatusCurrentMapped 2'],
    [{ IssuedDate: '2026-01-01' }, 'dates_out_of_order IssuedDate 2'],
    [{ Longitude: '97.93' }, 'coordinate_doubtful Latitude 2'],
    [{ Longitude: '' }, 'coordinate_doubtful Longitude 2'],
  ];
  for (const [change, finding] of bad) {
    assert.deepEqual(found(await check(csv([{ ...good, ...change }]))), [finding], JSON.stringify(change));
  }
  const extra = csv([{ ...good, ExtraFields: '{' }], [...Object.keys(good), 'ExtraFields']);
  assert.deepEqual(found(await check(extra)), ['json_format ExtraFields 2']);
});

test('a permit number that repeats names the line that has it first, unless another authority has it', async () => {
  const report = await check(csv([{ ...good, Description: 'two\nlines' }, good]));
  assert.deepEqual(found(report), ['number_repeated PermitNum 4']);
  assert.match(report.findings[0]?.places[0]?.message ?? '', /line 2/);
  assert.equal((await check(csv([good, { ...good, Jurisdiction: '2020001' }]))).errors, 0);
});

test('the header is checked: missing, renamed, respelled, repeated and unknown columns', async () => {
  const names = Object.keys(good);
  const without = (...gone: string[]) => names.filter((name) => !gone.includes(name));
  const headers: readonly (readonly [readonly string[], readonly string[]])[] = [
    [without('PermitNum'), ['column_missing PermitNum -']],
    [without('AppliedDate', 'IssuedDate'), ['column_missing AppliedDate -']],
    [without('IssuedDate', 'CompletedDate', 'OriginalAddress2'), []],
    [without('Link'), ['column_recommended Link -']],
    [[...names, 'Ward'], ['column_unknown Ward 1']],
    [[...names, 'PIN'], ['column_repeated PIN 1']],
    [[...without('PermitNum'), 'permit_num'], ['column_spelling PermitNum 1']],
    [[...without('OriginalAddress1'), 'OriginalAddress'], ['column_renamed OriginalAddress1 1']],
  ];
  for (const [header, findings] of headers) {
    assert.deepEqual(found(await check(`${header.join(',')}\n`)), findings, header.join());
  }
  assert.deepEqual(found(await check('\n')).slice(0, 1), ['no_header - -']);
});

test('rows of another width and text that is not CSV are findings, not failures', async () => {
  const report = await check(`${csv([good])}B-9,too short\r\n"never closed`);
  assert.deepEqual(found(report), ['unreadable - 4', 'cell_count - 3']);
  assert.equal(report.errors, 2);
});

test('findings are counted in full, and memory is bounded by the places that are kept', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => ({
    ...good,
    PermitNum: `B-${i}`,
    Fee: 'x',
    IssuedDate: 'x',
  }));
  const report = await check(csv(rows));
  assert.equal(report.errors, 500);
  assert.deepEqual(
    report.findings.map(({ count, places }) => [count, places.length]),
    [[500, 20]],
  );
});

test('the table of columns is that of the standard: 11 required, 22 recommended, 28 optional', () => {
  const count = (level: string) => bldsColumns.filter((column) => column.level === level).length;
  assert.deepEqual(['required', 'recommended', 'optional'].map(count), [11, 22, 28]);
});

test('docs/standards.md explains every rule, and no other', () => {
  const page = readFileSync(resolve('docs/standards.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(\w+)` /gm)].map(([, rule]) => rule ?? '');
  assert.deepEqual(listed.filter((rule) => rule in bldsRules).sort(), Object.keys(bldsRules).sort());
});

test('files of publishers in their spellings are recognised, and files of others are not', () => {
  const names = Object.keys(good);
  assert.ok(isBlds(names));
  assert.ok(isBlds(names.map((name) => name.toLowerCase())));
  assert.ok(
    isBlds(['PermitNum', 'IssueDate', 'CompleteDate', 'OriginalAddress', 'EstProjectCostDec', 'CompanyName']),
  );
  assert.ok(!isBlds(['PermitNum', 'Description', 'Latitude', 'Longitude', 'Fee', 'Link', 'PIN']));
  assert.ok(
    !isBlds(['Permit #', 'StatusCurrent', 'OriginalAddress1', 'Description', 'IssuedDate', 'PermitType']),
  );
});
