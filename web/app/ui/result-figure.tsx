import type { Measurement, Result } from '@vialproof/contract/results';
import { figureWithUncertainty, valueWithUnit } from '@vialproof/science/measurement/measurement-words';
import { X } from 'lucide-react';
import { Verdict } from './verdict';

type Shown = Pick<Result, 'measurements' | 'metrics'> & Partial<Pick<Result, 'purity'>>;

/** The number of a measurement in parts, in the server's format. */
function figureOf(line: Measurement): { text: string; unit: string } {
  const known = figureWithUncertainty(line);
  const text = known?.value ?? valueWithUnit({ value: line.value, unit: '' });
  const unit = /\d/.test(text) ? line.unit : '';
  return { text, unit: known ? `± ${known.U} ${unit}` : unit };
}

/** The main measurement of a result: its purity, otherwise the first one with a verdict, otherwise the first one. */
export function mainMeasurement({ measurements, purity }: Shown): Measurement | undefined {
  const isQuoted = (line: Measurement) => {
    const { text, unit } = figureOf(line);
    const rest = line.unit === '' ? purity?.rest : unit;
    return purity?.value === text && purity.rest === rest && /purity/i.test(line.analyte.normalize('NFKC'));
  };
  return (
    measurements.find(isQuoted) ?? measurements.find(({ verdict }) => verdict !== null) ?? measurements[0]
  );
}

function Large({ text, unit }: { text: string; unit: string }) {
  // A short figure never breaks into two lines: very large text grows only as far as the width allows.
  const size =
    text.length < 7
      ? 'whitespace-nowrap text-[length:min(3.75rem,24vw)]'
      : text.length < 13
        ? 'text-4xl'
        : 'text-2xl';
  return (
    <p className="figures wrap-anywhere mt-2 flex flex-wrap items-baseline gap-x-2 leading-none">
      <span className={`${size} min-w-0 tracking-tight`}>{text}</span>
      {unit ? <span className="text-xl">{unit}</span> : null}
    </p>
  );
}

/** The other measurements that fail. A person who reads only the main one must know them. */
export function otherFailures(measurements: Measurement[], main: Measurement): string[] {
  return measurements
    .filter((line) => line !== main && line.verdict === 'fail')
    .map(({ analyte }) => analyte);
}

/**
 * The main number of a result with limit and verdict. A result without measurements shows all its numbers.
 * `isOverallSaid`: a `VerdictSentence` beside it names the other measurements outside their limits.
 */
export function ResultFigure({ result, isOverallSaid = false }: { result: Shown; isOverallSaid?: boolean }) {
  const line = mainMeasurement(result);
  if (!line) {
    return Object.entries(result.metrics).map(([name, value]) => (
      <div key={name} className="mb-6">
        <p className="label wrap-anywhere">{name}</p>
        <Large text={value} unit="" />
      </div>
    ));
  }
  const { text, unit } = figureOf(line);
  const failures = isOverallSaid ? [] : otherFailures(result.measurements, line);
  return (
    <div>
      <p className="label wrap-anywhere">{line.analyte}</p>
      <Large text={text} unit={unit} />
      <p className="mt-4 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        {line.limit ? (
          <span className="wrap-anywhere min-w-0 text-ink-soft">
            Limit <span className="figures">{line.limit}</span>
          </span>
        ) : null}
        <Verdict line={line} isLimited={line.rule !== undefined || line.limit !== ''} />
      </p>
      {failures.length > 0 ? (
        <p className="wrap-anywhere mt-3 flex gap-1.5 font-medium text-bad">
          <X className="mt-1 size-4 shrink-0" />
          <span className="min-w-0">{`Outside its limit: ${failures.join(', ')}`}</span>
        </p>
      ) : null}
    </div>
  );
}
