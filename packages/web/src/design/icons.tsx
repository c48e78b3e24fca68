/** Icons of 16 units, drawn with lines of the text's colour. They are ornaments: the words beside them say it all. */
const paths = {
  search: 'M7 12.5A5.5 5.5 0 1 0 7 1.5a5.5 5.5 0 0 0 0 11Zm4-1.5 3.5 3.5',
  close: 'm3.5 3.5 9 9m0-9-9 9',
  down: 'm4 6 4 4 4-4',
  filter: 'M2 4h12M4.5 8h7M7 12h2',
  download: 'M8 2v8m0 0 3-3m-3 3L5 7M2.5 11.5v2h11v-2',
  key: 'M10 9.5a3.5 3.5 0 1 0-3.3-2.3L2 12v2h2.5v-2h2v-2l1-1c.7.3 1.5.5 2.5.5ZM11 5h.01',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1m8 8 1 1m0-10-1 1M4 12l-1 1',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z',
  table: 'M2 3.5h12v9H2zM2 6.5h12M6 6.5v6',
  chart: 'M2 14V2m0 12h12M5 11V8m3.5 3V4.5M12 11V6.5',
  map: 'M1.5 4 6 2.5l4 1.5 4.5-1.5V12L10 13.5 6 12l-4.5 1.5zM6 2.5V12m4-8v9.5',
  columns: 'M2 3h12v10H2zM6 3v10m4-10v10',
  pin: 'M8 14.5S3 10 3 6.5a5 5 0 0 1 10 0C13 10 8 14.5 8 14.5ZM8 8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  permit: 'M4 1.5h6l2.5 2.5v10.5h-8.5zM10 1.5V4h2.5M6 7.5h4.5M6 10h4.5',
  person: 'M8 7.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-5.5 7a5.5 5.5 0 0 1 11 0',
  bell: 'M8 1.5a4 4 0 0 0-4 4c0 4-1.5 5-1.5 5h11S12 9.5 12 5.5a4 4 0 0 0-4-4ZM6.5 13a1.5 1.5 0 0 0 3 0',
  check: 'm3 8.5 3.5 3.5L13 4.5',
} as const;

type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d={paths[name]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
