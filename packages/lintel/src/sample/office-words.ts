/** The words of offices: what they call kinds of permits, phases and uses, by family of software. */
import type { Phase } from './lifecycle.js';
import type { PropertyClass } from './properties.js';
import type { WorkCategory, WorkGroup } from './works/work.js';

export interface CategoryWords {
  /** A plain title: `Electrical Permit`. */
  readonly title: string;
  /** As one large city writes its types: `PERMIT - ELECTRIC WIRING`. */
  readonly dashed: string;
  /** PermitTypeMapped of the BLDS standard. */
  readonly mapped: string;
  /** Two letters of permit numbers. */
  readonly letters: string;
}

export const categoryWords: Readonly<Record<WorkCategory, CategoryWords>> = {
  new_building: words('New Building', 'NEW CONSTRUCTION', 'Building', 'BP'),
  addition: words('Building - Addition', 'RENOVATION/ALTERATION', 'Building', 'BP'),
  alteration: words('Building - Alteration', 'RENOVATION/ALTERATION', 'Building', 'BP'),
  accessory: words('Accessory Structure', 'EASY PERMIT PROCESS', 'Building', 'BP'),
  adu: words('Accessory Dwelling Unit', 'NEW CONSTRUCTION', 'Building', 'BP'),
  roof: words('Roofing Permit', 'EASY PERMIT PROCESS', 'Roof', 'RF'),
  electrical: words('Electrical Permit', 'ELECTRIC WIRING', 'Electrical', 'EP'),
  plumbing: words('Plumbing Permit', 'PLUMBING', 'Plumbing', 'PP'),
  mechanical: words('Mechanical Permit', 'MECHANICAL', 'Mechanical', 'MP'),
  gas: words('Gas Permit', 'PLUMBING', 'Plumbing', 'GP'),
  pool: words('Pool and Spa Permit', 'SWIMMING POOL', 'Pool/Spa', 'PL'),
  demolition: words('Demolition Permit', 'WRECKING/DEMOLITION', 'Demolition', 'DM'),
  grading: words('Grading Permit', 'GRADING', 'Grading', 'GR'),
  site: words('Site Work Permit', 'SITE WORK', 'Building', 'SW'),
  utility: words('Utility Connection Permit', 'SEWER AND WATER', 'Plumbing', 'UP'),
  fence: words('Fence Permit', 'FENCE', 'Fence', 'FN'),
  sign: words('Sign Permit', 'SIGNS', 'Building', 'SG'),
  fire: words('Fire Protection Permit', 'FIRE PROTECTION', 'Building', 'FP'),
  solar: words('Photovoltaic Permit', 'SOLAR', 'Electrical', 'PV'),
  telecom: words('Telecommunications Permit', 'TELECOM', 'Building', 'TC'),
  occupancy: words('Certificate of Occupancy', 'OCCUPANCY', 'Building', 'CO'),
};

function words(title: string, dashed: string, mapped: string, letters: string): CategoryWords {
  return { title, dashed: `PERMIT - ${dashed}`, mapped, letters };
}

export interface PhaseWords {
  /** A municipal status word. */
  readonly city: string;
  /** Another office's. */
  readonly county: string;
  /** One word in capitals; '' where the office leaves it empty. */
  readonly short: string;
  /** StatusCurrentMapped of the BLDS standard. */
  readonly mapped: string;
}

export const phaseWords: Readonly<Record<Phase, PhaseWords>> = {
  received: { city: 'filed', county: 'Application Received', short: '', mapped: 'Application Accepted' },
  reviewing: { city: 'plan check', county: 'Plan Review', short: 'IN REVIEW', mapped: 'In Review' },
  corrections: {
    city: 'corrections required',
    county: 'Awaiting Client Reply',
    short: 'IN REVIEW',
    mapped: 'In Review',
  },
  ready: { city: 'approved', county: 'Ready to Issue', short: 'PENDING', mapped: 'Fees/Payment' },
  issued: { city: 'issued', county: 'Permit Issued', short: 'ACTIVE', mapped: 'Permit Issued' },
  inspecting: { city: 'issued', county: 'Inspections', short: 'ACTIVE', mapped: 'Inspection Phase' },
  finaled: { city: 'complete', county: 'Finaled', short: 'COMPLETE', mapped: 'Permit Finaled' },
  expired: { city: 'expired', county: 'Expired', short: 'EXPIRED', mapped: 'Permit Cancelled' },
  withdrawn: { city: 'withdrawn', county: 'Withdrawn', short: 'CANCELLED', mapped: 'Permit Cancelled' },
  denied: { city: 'disapproved', county: 'Denied', short: 'REJECTED', mapped: 'Permit Cancelled' },
  void: { city: 'cancelled', county: 'Void', short: 'CANCELLED', mapped: 'Permit Cancelled' },
};

/** Status words that no table knows. */
export const strangeStatuses = ['LEGACY CONV', 'See Notes', 'Code 47', 'zz-do not use', 'Migrated'];

export interface UseWords {
  /** What it is used for, as in `1 family dwelling`. */
  readonly use: string;
  /** Land use of an assessor. */
  readonly landUse: string;
  /** Broad type of an assessor. */
  readonly type: string;
}

export const useWords: Readonly<Record<PropertyClass, UseWords>> = {
  house: { use: '1 family dwelling', landUse: 'Single Family Residence', type: 'Residential' },
  townhouse: { use: 'townhouse', landUse: 'Townhouse', type: 'Residential' },
  condo: { use: 'residential condominium', landUse: 'Condominium', type: 'Residential' },
  apartments: { use: 'apartments', landUse: 'Multi-Family', type: 'Residential' },
  retail: { use: 'retail sales', landUse: 'Retail Store', type: 'Commercial' },
  restaurant: { use: 'food/beverage hndlng', landUse: 'Restaurant', type: 'Commercial' },
  hotel: { use: 'tourist hotel/motel', landUse: 'Hotel/Motel', type: 'Commercial' },
  office: { use: 'office', landUse: 'Office Building', type: 'Office' },
  warehouse: { use: 'warehouse,no frnitur', landUse: 'Warehouse', type: 'Industrial' },
  farm: { use: 'farm', landUse: 'Agricultural', type: 'Agricultural' },
  civic: { use: 'public building', landUse: 'Government/Institutional', type: 'Exempt' },
  land: { use: 'vacant lot', landUse: 'Vacant Land', type: 'Vacant Land' },
};

/** Whether the permit is for housing. */
export function isResidential(kind: PropertyClass): boolean {
  return kind === 'house' || kind === 'townhouse' || kind === 'condo' || kind === 'apartments';
}

/** Whether the permit is for a building that is being put up. */
export function isNewWork(group: WorkGroup): boolean {
  return group.startsWith('new') || group.startsWith('on');
}

/** What people write where they should name a contractor. */
export const nobody = [
  'OWNER',
  'N/A',
  'HOMEOWNER',
  'TBD',
  'SELF',
  'NONE',
  'OWNER/BUILDER',
  'To be determined',
];
