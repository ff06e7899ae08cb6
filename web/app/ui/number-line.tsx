import type { Measurement } from '@vialproof/contract/results';
import { numberLine } from '@vialproof/science/measurement/number-line';

const dots = {
  pass: 'bg-good',
  conditional_pass: 'bg-wait',
  conditional_fail: 'bg-wait',
  fail: 'bg-bad',
  undecidable: 'bg-wait',
  not_judged: 'bg-ink-soft',
};
const across = ([from, to]: [number, number]) => ({ left: `${from}%`, width: `${(to - from).toFixed(1)}%` });

/**
 * The limit, the zone of doubt around it (guard band) and the value ± U on one line. Empty without an uncertainty or a
 * limit.
 */
export function NumberLine({ row }: { row: Measurement }) {
  const line = numberLine(row);
  if (!line) return null;
  return (
    <span
      role="img"
      aria-label={line.words}
      className="relative my-1 ml-auto block h-4 w-40 max-w-full print:[print-color-adjust:exact]"
    >
      <span className="absolute inset-x-0 top-1/2 border-edge border-t" />
      {line.accepted ? (
        <span style={across(line.accepted)} className="absolute inset-y-1 bg-good-soft" />
      ) : null}
      {line.bands.map((band) => (
        <span key={band[0]} style={across(band)} className="absolute inset-y-1 bg-wait-soft" />
      ))}
      {line.limits.map((limit) => (
        <span key={limit} style={{ left: `${limit}%` }} className="absolute inset-y-0 border-ink border-l" />
      ))}
      <span style={across(line.interval)} className="absolute top-1/2 -mt-px border-ink border-t-2" />
      <span
        style={{ left: `${line.value}%` }}
        className={`absolute top-1/2 size-2 -translate-1/2 rounded-full ${dots[line.standing]}`}
      />
    </span>
  );
}
