/** A choice of one of a few, side by side: `of` names each as it is shown. */
export function Segments<Value extends string>({
  legend,
  values,
  value,
  of = (each) => each,
  onChange,
}: {
  /** What is chosen, for a screen reader. */
  readonly legend: string;
  readonly values: readonly Value[];
  readonly value: Value;
  of?(each: NoInfer<Value>): string;
  onChange(value: NoInfer<Value>): void;
}) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{legend}</legend>
      {values.map((each) => (
        <button
          type="button"
          key={each}
          className={each === value ? 'button small on' : 'button small'}
          aria-pressed={each === value}
          onClick={() => onChange(each)}
        >
          {of(each)}
        </button>
      ))}
    </fieldset>
  );
}
