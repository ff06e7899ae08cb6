import type { Verdicts } from '@vialproof/contract/dossiers';
import { LEAST_FOR_INTERVAL } from '@vialproof/science/statistics/wilson';
import { percent } from './words';

const at = (share: number) => `${(100 * share).toFixed(2)}%`;

/** The percentage of passes, and a bar for its confidence interval. Fewer than five values show neither. */
export function PassShare({ verdicts, units }: { verdicts: Verdicts; units: string }) {
  const { pass, fail, interval } = verdicts;
  const n = pass + fail;
  if (n === 0) return <p className="text-ink-soft">Nothing was judged by a limit.</p>;
  return (
    <div className="grid gap-3">
      {interval ? (
        <>
          <div
            role="img"
            aria-label={`The interval reaches from ${percent(interval.low)} to ${percent(interval.high)}.`}
            className="relative h-5 max-w-xl border-edge border-x print:[print-color-adjust:exact]"
          >
            <span className="absolute inset-x-0 top-1/2 border-edge border-t" />
            <span
              style={{ left: at(interval.low), right: at(1 - interval.high) }}
              className="absolute inset-y-1 rounded-sm border border-accent bg-accent-soft"
            />
            <span
              style={{ left: at(pass / n) }}
              className="absolute inset-y-0 -ml-px border-ink border-l-2"
            />
          </div>
          <p className="text-ink-soft text-sm">
            <span className="figures">{percent(pass / n)}</span>
            <span>{`. As ${n} were judged, the share of all such ${units} may be anything from `}</span>
            <span className="figures">{percent(interval.low)}</span> to{' '}
            <span className="figures">{percent(interval.high)}</span> (Wilson’s 95 % interval).
          </p>
        </>
      ) : (
        <p className="text-ink-soft text-sm">{`Fewer than ${LEAST_FOR_INTERVAL}: too few for a share.`}</p>
      )}
    </div>
  );
}
