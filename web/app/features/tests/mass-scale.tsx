import { ppmWords } from '@vialproof/science/measurement/measurement-words';
import { Verdict } from '../../ui/verdict';
import type { MassComparison } from './mass';

/** The place of the mass on the scale. The middle third is the tolerance. A mass beyond the scale is at its end. */
function placeOf({ observed, theoretical, tolerance }: MassComparison): number {
  const place = 50 + ((observed - theoretical) / (3 * tolerance || 1)) * 50;
  return Math.min(Math.max(place, 1), 99);
}

/** The computed and the measured mass, their difference, and its place within the tolerance. */
export function MassScale({ mass }: { mass: MassComparison }) {
  const difference = mass.observed - mass.theoretical;
  const within = Math.abs(difference) <= mass.tolerance;
  const numbers = [
    ['Theoretical', mass.theoretical.toFixed(2)],
    ['Observed', mass.observedWords],
    ['Difference', `${difference < 0 ? '−' : '+'}${Math.abs(difference).toFixed(2)}`],
  ];
  return (
    <div className="grid items-center gap-x-10 gap-y-5 lg:grid-cols-2 print:grid-cols-2">
      <dl className="grid grid-cols-3 gap-4">
        {numbers.map(([label, value]) => (
          <div key={label}>
            <dt className="label">{label}</dt>
            <dd className="figures sm:text-lg">
              <span>{value}</span> <span className="text-ink-soft text-sm">Da</span>
              {label === 'Difference' && mass.ppm !== null ? (
                <span className="block text-ink-soft text-sm">{ppmWords(mass.ppm)}</span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      <div>
        <div aria-hidden="true" className="relative h-8 print:[print-color-adjust:exact]">
          <span className="absolute inset-x-0 top-1/2 border-edge border-t" />
          <span className="absolute inset-y-2 left-1/3 w-1/3 bg-accent-soft" />
          <span className="absolute inset-y-1 left-1/2 border-ink border-l" />
          <span
            style={{ left: `${placeOf(mass)}%` }}
            className={`absolute top-1/2 size-3 -translate-1/2 rotate-45 ${within ? 'bg-accent' : 'bg-bad'}`}
          />
        </div>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-ink-soft text-sm">
          <span className="figures">{`tolerance ${mass.toleranceWords}`}</span>
          {mass.verdict ? <Verdict line={mass} /> : null}
        </p>
      </div>
    </div>
  );
}
