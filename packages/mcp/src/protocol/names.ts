/** What arguments are called: one name for one thing in every tool, whatever the endpoints call it. */

const names: Readonly<Record<string, string>> = {
  geo_id: 'geo_ids',
  permit_from: 'date_from',
  permit_to: 'date_to',
  decision_from: 'date_from',
  decision_to: 'date_to',
  metric_from: 'date_from',
  metric_to: 'date_to',
};

/** The argument that gives a parameter of an endpoint. */
export const argumentName = (parameter: string): string => names[parameter] ?? parameter;

const period = /\b(?:permit|decision|metric)_(from|to)\b/g;

/** The text with the names of arguments in place of those of parameters. */
export const withArgumentNames = (text: string): string => text.replace(period, 'date_$1');
