/**
 * How much a dataset looks like one of a kind, by its title and its columns, and how worthwhile it is: whether it is
 * fresh, large and official. Pure calculations.
 */
import type { SourceKind } from '../../base/source-kind.js';
import { type NamedColumn, profileColumns } from '../draft/profile.js';
import { proposeMapping } from '../draft/propose-mapping.js';
import type { FoundDataset } from './found-dataset.js';

interface KindWords {
  /** What catalogs are asked for. */
  readonly queries: readonly string[];
  /** Titles that leave little doubt, and such that other datasets have as well. */
  readonly strong: RegExp;
  readonly weak: RegExp;
  /** Titles of something else. */
  readonly contrary: RegExp;
  /** A word of its columns where its title does not say what it is. */
  readonly column: RegExp;
  /** Field → weight: what such a dataset has. */
  readonly fields: Readonly<Record<string, number>>;
  /** Of each of these groups a dataset needs a field, or it is not one. */
  readonly needed: readonly (readonly string[])[];
}

/** What is about records of the kind, and has none of them. */
const aggregates =
  '\\b(?:counts?|statistics|stats|totals?|summary|summaries|survey|index|by (?:month|year|quarter|zip|type|ward)|dashboard|heat ?map|forecast|performance|revenue|fees?|layers?|boundar(?:y|ies)|zones?|districts?|areas)\\b';
const place = ['address', 'street_name', 'lat', 'point', 'parcel'];

const kinds: Readonly<Record<SourceKind, KindWords>> = {
  permits: {
    queries: ['building permits', 'construction permits', 'permits issued'],
    strong:
      /\b(?:building|construction|bldg|residential|commercial|demolition|electrical|plumbing|mechanical|roof\w*|solar|trades?|development|issued|applications?|accela|energov|active|all|inspection\w*|dob)\b.*\bpermit\w*|\bpermit\w*\b.*\b(?:building|construction|residential|commercial|issued|applications?|development|demolition|electrical|plumbing|mechanical|accela|energov)\b/,
    weak: /\bpermit(?:s|ting)?\b|\bcertificates? of occupancy\b/,
    contrary: new RegExp(
      `${aggregates}|\\b(?:parking|film\\w*|events?|street (?:use|closure)s?|road|sidewalks?|liquor|alcohol|food|vendors?|vending|burn\\w*|fireworks?|trees?|wells?|septic|water (?:use|rights?|quality)|air|emissions?|discharge|storm ?water|npdes|hunting|fishing|taxi|tow\\w*|rentals?|guns?|weapons?|alarms?|dogs?|pets?|boats?|docks?|noise|caf[eé]|dining|oil|gas|mining|drilling|tanks?|environmental|wetlands?|title v|grazing|marijuana|cannabis|yard|block part(?:y|ies)|business licenses?|violations?|inspectors?)\\b`,
    ),
    column: /permit/i,
    fields: {
      number: 3,
      issue_date: 3,
      file_date: 2,
      type: 2,
      address: 2,
      status_raw: 2,
      description: 2,
      job_value: 2,
      final_date: 1,
      contractor_name: 1,
      parcel: 1,
      lat: 1,
    },
    needed: [
      ['issue_date', 'file_date', 'final_date'],
      place,
      ['number', 'type', 'description', 'status_raw'],
    ],
  },
  contractors: {
    queries: ['contractor licenses', 'licensed contractors', 'contractor registration'],
    strong:
      /\b(?:contractors?|builders?|electricians?|plumbers?|trades?|home improvement)\b.*\b(?:licen[sc]\w*|regist\w*|active|list)\b|\b(?:licen[sc]ed?|licen[sc]es|regist\w*)\b.*\b(?:contractors?|builders?|electricians?|plumbers?|trades?)\b/,
    weak: /\b(?:contractors?|professional|occupational|trade)\b|\blicen[sc]es?\b/,
    contrary: new RegExp(
      `${aggregates}|\\b(?:contracts|procurement|spending|payments?|liquor|alcohol|dogs?|pets?|marriage|driver\\w*|nurs\\w*|medical|health|food|tobacco|cannabis|firearms?|child ?care|permits?)\\b`,
    ),
    column: /licen[sc]e|contractor|regist/i,
    fields: {
      license: 4,
      business_name: 3,
      name: 1,
      license_exp_date: 2,
      license_issue_date: 2,
      classification: 1,
      business_type: 1,
      trade: 1,
      address: 1,
      phone: 1,
      city: 1,
    },
    needed: [['license'], ['business_name', 'name', 'dba']],
  },
  properties: {
    queries: ['parcels assessor', 'property assessment roll', 'tax parcels'],
    strong:
      /\b(?:tax|county|assess\w*|property|ownership|public|land|cama|real estate)\b.*\bparcels?\b|\bparcels?\b.*\b(?:assess\w*|tax\w*|owner\w*|data|public|polygons?|cama)\b|\b(?:property|real estate)\b.*\b(?:assess\w*|valuation\w*|characteristics|appraisal)\b|\bassess(?:or|ment)\b.*\b(?:roll|data|characteristics|property)\b/,
    weak: /\bparcels?\b|\bassess(?:or|ment)\b|\bappraisal\b|\bcadastr\w+\b/,
    contrary: new RegExp(
      `${aggregates}|\\b(?:sales?|transfers?|vacant|foreclos\\w*|liens?|exempt\\w*|delinquen\\w*|easements?|historic\\w*|annexations?|surplus|owned by|city[- ]owned|student|risk|environmental|flood\\w*)\\b`,
    ),
    column: /parcel|assess|apn|folio|taxpin/i,
    fields: {
      parcel: 4,
      address: 3,
      owner_name: 1,
      year_built: 2,
      building_area: 2,
      lot_size: 2,
      market_value: 2,
      use: 1,
      unit_count: 1,
      story_count: 1,
    },
    needed: [
      ['parcel'],
      ['address', 'street_name'],
      ['year_built', 'building_area', 'lot_size', 'market_value', 'use'],
    ],
  },
  decisions: {
    queries: ['planning cases', 'zoning cases', 'land use applications'],
    strong:
      /\b(?:planning|zoning|rezon\w*|land use|development|site plan|subdivision|variance|entitlement)\b.*\b(?:cases?|applications?|petitions?|decisions?|projects?|requests?|actions?|approvals?)\b|\brezonings?\b/,
    weak: /\b(?:planning|zoning|land use|development)\b.*\b(?:activity|review|pipeline|plans?)\b|\bcases?\b/,
    contrary: new RegExp(
      `${aggregates}|\\b(?:code|violations?|enforcement|crime|court|police|covid|comprehensive|future land use|overlay|capital|transportation|districts?)\\b`,
    ),
    column: /case|zoning|petition|hearing|application/i,
    fields: {
      title: 3,
      category: 2,
      outcome: 3,
      decision_date: 2,
      description: 2,
      applicant_name: 1,
      zoning_previous: 1,
      zoning_new: 1,
      address: 1,
      subcategory: 1,
    },
    needed: [
      ['title', 'description'],
      ['outcome', 'decision_date', 'category'],
    ],
  },
};

/** Words to ask catalogs for. */
export function queriesOf(kind: SourceKind): readonly string[] {
  return kinds[kind].queries;
}

const contraryShare = 0.25;
const ofWeakTitle = 0.55;
const ofOtherTitle = 0.1;
const withoutNeeded = 0.5;
/** What columns are worth that say little about the kind, under a title of another. */
const doubted = 0.5;
/** Of so much of its fields a dataset has all that one can expect. */
const fullShare = 0.75;
/** Parts of likeness by title and by columns. */
const titlePart = 0.4;
/** What a title alone is worth while no columns are known. */
const titleAlone = 0.8;

/**
 * 0 to 1: how much it looks like a dataset of the kind. `columns` may be empty where they are not known. With `fields`,
 * those that a draft of its rows has and how sure they are, they count instead of the names of columns.
 */
export function likenessOf(
  kind: SourceKind,
  title: string,
  columns: readonly NamedColumn[],
  fields?: ReadonlyMap<string, number>,
): number {
  const ofTitle = titleLikeness(kind, title);
  if (fields === undefined && columns.length === 0) return ofTitle * titleAlone;
  const { contrary, column } = kinds[kind];
  const ofColumns = columnLikeness(kind, fields ?? fieldsByName(kind, columns));
  const isNamed = ofTitle > ofOtherTitle || columns.some(({ name }) => column.test(name));
  const isContrary = contrary.test(wordsOf(title));
  return (titlePart * ofTitle + (1 - titlePart) * ofColumns) * (isContrary || !isNamed ? doubted : 1);
}

/** 0 to 1 by the title alone. */
export function titleLikeness(kind: SourceKind, title: string): number {
  const { strong, weak, contrary } = kinds[kind];
  const words = wordsOf(title);
  const likeness = strong.test(words) ? 1 : weak.test(words) ? ofWeakTitle : ofOtherTitle;
  return contrary.test(words) ? likeness * contraryShare : likeness;
}

function columnLikeness(kind: SourceKind, found: ReadonlyMap<string, number>): number {
  const { fields, needed } = kinds[kind];
  const all = Object.values(fields).reduce((sum, weight) => sum + weight, 0);
  const share =
    Object.entries(fields).reduce((sum, [name, weight]) => sum + weight * (found.get(name) ?? 0), 0) / all;
  const lacking = needed.filter((group) => !group.some((name) => found.has(name))).length;
  return Math.min(1, share / fullShare) * withoutNeeded ** lacking;
}

function fieldsByName(kind: SourceKind, columns: readonly NamedColumn[]): Map<string, number> {
  const place = { state: '', isInside: null, epsg: null };
  const { fields } = proposeMapping(kind, profileColumns([], columns), [], { place });
  return new Map(fields.map(({ field, confidence }) => [field, confidence]));
}

/** Names of services are written as `BuildingPermits_2026`. */
function wordsOf(title: string): string {
  return title
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-./:]+/g, ' ')
    .toLowerCase();
}

const dayMs = 24 * 3_600_000;
const ofUnknown = 0.4;
/** Rows of which a dataset is not larger in any way that matters. */
const manyRows = 100_000;

/** 0 to 1: renewed within a month is best, within a year half as good. */
export function freshnessOf(updatedMs: number | null, nowMs: number): number {
  if (updatedMs === null) return ofUnknown;
  const days = (nowMs - updatedMs) / dayMs;
  if (days <= 31) return 1;
  return days <= 366 ? 0.6 : 0.15;
}

/** 0 to 1 by the number of rows, on a logarithmic scale. */
export function sizeOf(rows: number | null): number {
  return rows === null ? ofUnknown : Math.min(1, Math.log10(Math.max(1, rows)) / Math.log10(manyRows));
}

/** 0 to 1: whether an authority publishes it. */
export function officialOf({ isOfficial, publisher, fetch }: FoundDataset): number {
  if (isOfficial === true) return 1;
  const { host } = new URL(fetch.base_url);
  if (
    /\.(?:gov|us)$/.test(host) ||
    /\b(?:city|county|town|village|state|commonwealth|department)\b/i.test(publisher ?? '')
  )
    return 1;
  return isOfficial === false ? 0.2 : 0.5;
}

/** 0 to 100: the place of a dataset in the list. */
export function scoreOf(likeness: number, dataset: FoundDataset, rows: number | null, nowMs: number): number {
  const worth =
    0.4 * freshnessOf(dataset.updatedMs, nowMs) + 0.25 * sizeOf(rows) + 0.35 * officialOf(dataset);
  return Math.round(100 * likeness * (0.7 + 0.3 * worth));
}
