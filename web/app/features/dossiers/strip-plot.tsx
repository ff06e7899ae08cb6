import type { DossierValue } from '@vialproof/contract/dossiers';
import { formatDate } from '@vialproof/science/calendar/dates';
import { plainDecimals } from '@vialproof/science/measurement/plain-decimals';
import { LEAST_FOR_INTERVAL } from '@vialproof/science/statistics/wilson';
import { boundWords, verdictWords } from './words';

type Plotted = DossierValue & { value: number; place: number };

/** Only the values that are numbers. Each keeps its index, because a test may have two values of one line. */
const plotted = (values: DossierValue[]): Plotted[] =>
  values.flatMap((each, place) => (each.value === null ? [] : [{ ...each, value: each.value, place }]));
/** The share of the scale that stays empty at each end. */
const margin = 0.1;

/** A scale that maps the range of these values to 0–100. */
function scale(values: number[]): { at: (value: number) => number; from: number; to: number } {
  const from = Math.min(...values);
  const to = Math.max(...values);
  const room = (to - from) * margin || Math.abs(to) * margin || 1;
  return { at: (value) => (100 * (value - from + room)) / (to - from + 2 * room), from, to };
}

/** A dot for one value: its day on the x-axis, its size on the y-axis. */
function Dot({ x, y, value }: { x: number; y: number; value: Plotted }) {
  const title = <title>{`${value.words}, ${verdictWords(value.verdict)}, task #${value.task_number}`}</title>;
  if (value.verdict === 'fail') {
    return (
      <svg x={`${x}%`} y={`${y}%`} overflow="visible" className="text-bad" aria-hidden="true">
        {title}
        <path d="M-4.5-4.5 4.5 4.5M4.5-4.5-4.5 4.5" stroke="currentColor" strokeWidth="2.5" />
      </svg>
    );
  }
  return (
    <circle
      cx={`${x}%`}
      cy={`${y}%`}
      r="4"
      className={value.verdict === null ? 'fill-paper stroke-ink-soft' : 'fill-good stroke-good'}
      strokeWidth="2"
    >
      {title}
    </circle>
  );
}

/** A limit: beside one dot, or across the plot if all limits are equal. */
function Limit({ x, y }: { x: number | null; y: number }) {
  if (x === null) {
    return <line x1="0" x2="100%" y1={`${y}%`} y2={`${y}%`} className="stroke-ink" strokeDasharray="2 4" />;
  }
  return (
    <svg x={`${x}%`} y={`${y}%`} overflow="visible" aria-hidden="true">
      <path d="M-8 0H8" className="stroke-ink" />
    </svg>
  );
}

/** Describes the whole plot in words. */
function describe(values: Plotted[], what: string, unit: string): string {
  const numbers = values.map(({ value }) => value);
  const span =
    `${plainDecimals(Math.min(...numbers))} to ${plainDecimals(Math.max(...numbers))} ${unit}`.trim();
  const failed = values.filter(({ verdict }) => verdict === 'fail').length;
  const judged = values.filter(({ verdict }) => verdict !== null).length;
  const newest = formatDate(values[0]?.published_at ?? '', 'UTC');
  const oldest = formatDate(values.at(-1)?.published_at ?? '', 'UTC');
  const days = newest === oldest ? `on ${newest}` : `from ${oldest} to ${newest}`;
  return `${what}: ${values.length} ${values.length === 1 ? 'value' : 'values'}, ${span}, published ${days}. ${judged === 0 ? 'None was judged.' : `${judged - failed} within the stated limit, ${failed} outside.`}`;
}

/** What the signs of all plots mean. */
export const PlotSigns = () => (
  <p aria-hidden="true" className="text-ink-soft text-sm">
    ● within the limit, ✕ outside, ○ not judged
  </p>
);

/** How many of these values a plot can draw. */
export const drawnOf = (values: DossierValue[]): number => plotted(values).length;

/** Values over time as dots, with their limits. `values` are newest first. `zero` is the label of a line at 0. */
export function StripPlot({
  values: given,
  what,
  unit,
  zero,
}: {
  values: DossierValue[];
  what: string;
  unit: string;
  zero?: string;
}) {
  const values = plotted(given);
  if (values.length === 0) return null;
  const times = values.map(({ published_at }) => new Date(published_at).getTime());
  const limits = values.flatMap(({ low, high }) => [low ?? [], high ?? []].flat());
  const isOneLimit = new Set(values.map((value) => boundWords(value))).size === 1;
  const across = scale(times);
  const up = scale([...values.map(({ value }) => value), ...limits, ...(zero === undefined ? [] : [0])]);
  const top = (value: number) => 100 - up.at(value);
  const limitWords = !isOneLimit
    ? 'a dash at a dot is its limit'
    : values[0] && boundWords(values[0])
      ? 'the dashed line is the limit'
      : 'no limit in numbers';
  const drawn = isOneLimit ? values.slice(0, 1) : values;
  return (
    <figure className="m-0">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div aria-hidden="true" className="figures relative w-16 text-ink-soft text-xs">
          {[...new Set([up.from, up.to])].map((value) => (
            <span key={value} style={{ top: `${top(value)}%` }} className="absolute right-0 -translate-y-1/2">
              {plainDecimals(value).replace('-', '−')}
            </span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={describe(values, what, unit)}
          className={`block h-20 w-full overflow-visible border-edge border-b border-l ${values.length < LEAST_FOR_INTERVAL ? '' : 'sm:h-32'}`}
        >
          {zero === undefined ? null : (
            <line x1="0" x2="100%" y1={`${top(0)}%`} y2={`${top(0)}%`} className="stroke-edge" />
          )}
          {drawn.flatMap((value) =>
            (['low', 'high'] as const).flatMap((end) =>
              value[end] === null ? (
                []
              ) : (
                <Limit
                  key={`${value.place} ${end}`}
                  x={isOneLimit ? null : across.at(new Date(value.published_at).getTime())}
                  y={top(value[end] ?? 0)}
                />
              ),
            ),
          )}
          {values.map((value) => (
            <Dot
              key={value.place}
              x={across.at(new Date(value.published_at).getTime())}
              y={top(value.value)}
              value={value}
            />
          ))}
        </svg>
        <span />
        <div aria-hidden="true" className="flex justify-between pt-1 text-ink-soft text-xs">
          {[...new Set([across.from, across.to])].map((time) => (
            <span key={time}>{formatDate(new Date(time).toISOString(), 'UTC')}</span>
          ))}
        </div>
      </div>
      <figcaption className="mt-1 text-ink-soft text-sm">
        <span>{`${unit === '' ? '' : `In ${unit}: `}${limitWords}${zero === undefined ? '.' : `; ${zero}.`}`}</span>
      </figcaption>
    </figure>
  );
}
