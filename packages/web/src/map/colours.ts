/** The design's colours as values: maps are drawn on a canvas, which does not know the variables of style sheets. */

/** Colours of the design, as the page has them now. */
export function colours(): Colours {
  const probe = document.createElement('i');
  document.body.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const found = Object.fromEntries(names.map((name) => [name, read(name)]));
  probe.remove();
  return found as Colours;
}

const names = [
  'water',
  'shade-0',
  'shade-1',
  'shade-2',
  'shade-3',
  'shade-4',
  'shade-5',
  'paper',
  'sheet',
  'well',
  'rule',
  'rule-strong',
  'ink',
  'ink-soft',
  'accent',
  'accent-ink',
  'active',
  'in-review',
  'final',
  'inactive',
] as const;

export type Colours = Record<(typeof names)[number], string>;
