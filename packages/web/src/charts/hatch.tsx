/** The hatch of periods that are not whole: over a column in the colour of the paper, behind a line in that of rules. */
export function Hatch() {
  return (
    <defs>
      {['hatch', 'hatch-band'].map((id) => (
        <pattern
          key={id}
          id={id}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path className={id === 'hatch' ? 'hatch' : 'hatch band'} d="M1.5 0V6" />
        </pattern>
      ))}
    </defs>
  );
}
