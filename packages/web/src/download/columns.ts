/** The columns of a downloaded table, CSV or Parquet: what each is made from, and its type. */
import type { ListedPermit } from '../api/list-fields';

export interface DownloadColumn {
  readonly name: string;
  /** `date` is YYYY-MM-DD. */
  readonly type: 'text' | 'date' | 'whole' | 'real';
  read(permit: ListedPermit): string | number | null | undefined;
}

const text = (name: string, read: DownloadColumn['read']): DownloadColumn => ({ name, type: 'text', read });
const day = (name: string, read: DownloadColumn['read']): DownloadColumn => ({ name, type: 'date', read });
const whole = (name: string, read: DownloadColumn['read']): DownloadColumn => ({ name, type: 'whole', read });
const real = (name: string, read: DownloadColumn['read']): DownloadColumn => ({ name, type: 'real', read });

export const downloadColumns: readonly DownloadColumn[] = [
  text('id', ({ id }) => id),
  text('number', ({ number }) => number),
  day('start_date', ({ start_date }) => start_date),
  text('status', ({ status }) => status),
  text('type', ({ type }) => type),
  text('description', ({ description }) => description),
  text('tags', ({ tags }) => tags.join(';')),
  whole('job_value_cents', ({ job_value }) => job_value),
  whole('fees_cents', ({ fees }) => fees),
  day('file_date', ({ file_date }) => file_date),
  day('issue_date', ({ issue_date }) => issue_date),
  day('final_date', ({ final_date }) => final_date),
  whole('approval_days', ({ approval_duration }) => approval_duration),
  whole('construction_days', ({ construction_duration }) => construction_duration),
  text('street_no', ({ address }) => address.street_no),
  text('street', ({ address }) => address.street),
  text('city', ({ address }) => address.city),
  text('state', ({ address }) => address.state),
  text('zip_code', ({ address }) => address.zip_code),
  real('latitude', ({ address }) => address.latlng?.[0]),
  real('longitude', ({ address }) => address.latlng?.[1]),
  text('jurisdiction', ({ jurisdiction }) => jurisdiction),
  text('property_type', ({ property_type }) => property_type),
  text('contractor_id', ({ contractor_id }) => contractor_id),
];
