/** Contractors' trades: the business they name themselves after and the licence class each state gives them. */

export const trades = [
  'general',
  'homebuilder',
  'remodeling',
  'electrical',
  'plumbing',
  'hvac',
  'roofing',
  'solar',
  'pool',
  'fence',
  'concrete',
  'demolition',
  'fire',
  'sign',
  'landscape',
  'telecom',
  'glazing',
] as const;
export type Trade = (typeof trades)[number];

export interface TradeFacts {
  /** Share of all contractors, relative. */
  readonly share: number;
  /** What follows the name: `Harrowgate Roofing`. No two trades share one. */
  readonly nouns: readonly string[];
  /** Licence class in words. */
  readonly licence: string;
  /** Class code as a board writes it. */
  readonly code: string;
  /** Letters before the licence number in states that put any. */
  readonly prefix: string;
}

export const tradeFacts: Readonly<Record<Trade, TradeFacts>> = {
  general: {
    share: 16,
    nouns: [
      'Construction',
      'Builders Group',
      'General Contractors',
      'Contracting',
      'Constructors',
      'Building Co',
    ],
    licence: 'General Building Contractor',
    code: 'B',
    prefix: 'GC',
  },
  homebuilder: {
    share: 7,
    nouns: ['Homes', 'Custom Homes', 'Residential', 'Communities', 'Home Builders'],
    licence: 'Residential Building Contractor',
    code: 'B-2',
    prefix: 'RB',
  },
  remodeling: {
    share: 12,
    nouns: ['Remodeling', 'Kitchen & Bath', 'Home Improvement', 'Renovations', 'Design Build', 'Carpentry'],
    licence: 'Residential Remodeling Contractor',
    code: 'C-6',
    prefix: 'RR',
  },
  electrical: {
    share: 14,
    nouns: ['Electric', 'Electrical Services', 'Electrical Contractors', 'Power & Light', 'Wiring'],
    licence: 'Electrical Contractor',
    code: 'C-10',
    prefix: 'EC',
  },
  plumbing: {
    share: 12,
    nouns: ['Plumbing', 'Plumbing & Drain', 'Rooter Service', 'Pipe & Drain', 'Plumbing Services'],
    licence: 'Plumbing Contractor',
    code: 'C-36',
    prefix: 'PC',
  },
  hvac: {
    share: 12,
    nouns: [
      'Heating & Air',
      'Mechanical',
      'Air Conditioning',
      'Heating & Cooling',
      'Comfort Systems',
      'HVAC',
    ],
    licence: 'Warm-Air Heating, Ventilating and Air-Conditioning Contractor',
    code: 'C-20',
    prefix: 'MC',
  },
  roofing: {
    share: 9,
    nouns: ['Roofing', 'Roofing & Sheet Metal', 'Roof Works', 'Exteriors', 'Roof Systems'],
    licence: 'Roofing Contractor',
    code: 'C-39',
    prefix: 'RC',
  },
  solar: {
    share: 4,
    nouns: ['Solar', 'Solar Energy', 'Sun Power Systems', 'Renewables'],
    licence: 'Solar Contractor',
    code: 'C-46',
    prefix: 'SC',
  },
  pool: {
    share: 3,
    nouns: ['Pools', 'Pools & Spas', 'Aquatics', 'Pool Plastering'],
    licence: 'Swimming Pool Contractor',
    code: 'C-53',
    prefix: 'SP',
  },
  fence: {
    share: 3,
    nouns: ['Fence', 'Fence & Deck', 'Decks', 'Fencing'],
    licence: 'Fencing Contractor',
    code: 'C-13',
    prefix: 'FN',
  },
  concrete: {
    share: 3,
    nouns: ['Concrete', 'Paving', 'Foundation Repair', 'Masonry', 'Concrete & Paving'],
    licence: 'Concrete Contractor',
    code: 'C-8',
    prefix: 'CC',
  },
  demolition: {
    share: 2,
    nouns: ['Demolition', 'Wrecking', 'Excavating', 'Grading & Excavation'],
    licence: 'Demolition and Excavation Contractor',
    code: 'C-21',
    prefix: 'DX',
  },
  fire: {
    share: 2,
    nouns: ['Fire Protection', 'Sprinkler', 'Fire & Safety'],
    licence: 'Fire Protection Contractor',
    code: 'C-16',
    prefix: 'FP',
  },
  sign: {
    share: 2,
    nouns: ['Signs', 'Sign & Awning', 'Neon & Graphics'],
    licence: 'Sign Contractor',
    code: 'C-45',
    prefix: 'SG',
  },
  landscape: {
    share: 2,
    nouns: ['Landscaping', 'Landscape & Irrigation', 'Lawn & Garden', 'Outdoor Living'],
    licence: 'Landscaping Contractor',
    code: 'C-27',
    prefix: 'LS',
  },
  telecom: {
    share: 2,
    nouns: ['Communications', 'Tower Services', 'Data & Fiber', 'Low Voltage'],
    licence: 'Low Voltage Systems Contractor',
    code: 'C-7',
    prefix: 'LV',
  },
  glazing: {
    share: 4,
    nouns: ['Windows & Doors', 'Glass', 'Window Co', 'Glazing', 'Window & Siding'],
    licence: 'Glazing Contractor',
    code: 'C-17',
    prefix: 'GL',
  },
};
