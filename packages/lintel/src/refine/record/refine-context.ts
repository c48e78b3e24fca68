/** What refining one row needs beside the row itself. */
import type { Geography } from '../../geography/geography.js';
import type { DefectList } from './defects.js';
import type { RowContext } from './source-context.js';

export interface RowFrame {
  readonly source: RowContext;
  readonly geography: Geography;
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
  /** Where steps note what they repair or refuse. */
  readonly defects: DefectList;
}
