import type { Dossier, DossierLine } from '@vialproof/contract/dossiers';
import { plainDecimals } from '@vialproof/science/measurement/plain-decimals';
import { Details } from '../../ui/details';
import { PassShare } from './interval-bar';
import { drawnOf, StripPlot } from './strip-plot';
import { ValueList } from './value-list';
import { lineWords, percent, undecidedWords, unitWords } from './words';

type Subject = Dossier['subject'];
type Kind = Subject['kind'];

/** A line with the number by which links find it. */
export type PlacedLine = { line: DossierLine & { method: string }; place: number };

/** Fewer values are told in words, and their plot is folded. */
const LEAST_DRAWN = 3;

/** Whether the values of these lines are drawn on the open page. */
export const isDrawn = (lines: PlacedLine[]): boolean =>
  drawnOf(valuesOf(lines)) >= LEAST_DRAWN && unitOf(lines) !== null;

/** The values of several spellings of one method, newest first. */
const valuesOf = (lines: PlacedLine[]) =>
  lines
    .flatMap(({ line }) => line.values)
    .toSorted((one, other) => other.published_at.localeCompare(one.published_at));

/** The unit of all values; null if there are several. */
function unitOf(lines: PlacedLine[]): string | null {
  const units = new Set(lines.map(({ line }) => line.unit));
  const [unit = null] = units;
  return units.size === 1 ? unit : null;
}

/** One count of a line, with its label and a link to the list of the counted values. A count of 0 is left out. */
function Figure({ n, label, to }: { n: number; label: string; to: string }) {
  if (n === 0) return null;
  return (
    <div className="min-w-0 border-rule border-t pt-2">
      <dt className="label">{label}</dt>
      <dd>
        <a href={to} className="underline decoration-edge underline-offset-4 hover:text-accent">
          <span className="figures block text-2xl">{n}</span>
        </a>
      </dd>
    </div>
  );
}

/** One analyte by one method. `lines` are its spellings: usually one. */
export function LineSection({
  lines,
  subject,
  isOpen,
  isAlone,
}: {
  lines: PlacedLine[];
  subject: Subject;
  /** Whether its plot is open, with the numbers folded under it; otherwise all of it is folded. */
  isOpen: boolean;
  /** Whether no other method measured this analyte. */
  isAlone: boolean;
}) {
  const [first] = lines;
  if (!first) return null;
  const { analyte, method } = first.line;
  const title = isAlone ? analyte : `${analyte}, ${method}`;
  const id = `line-${first.place}`;
  const plot = <Plot lines={lines} />;
  const numbers = lines.map((placed) => (
    <div key={placed.place} id={placed === first ? undefined : `line-${placed.place}`}>
      {lines.length > 1 ? <p className="wrap-anywhere mb-2 text-sm">{placed.line.method}</p> : null}
      <Numbers line={placed.line} subject={subject} id={`line-${placed.place}`} />
    </div>
  ));
  if (!isOpen) {
    return (
      <div id={id}>
        <Details title={title} note={<Said lines={lines} kind={subject.kind} hasValues />}>
          <Methods lines={lines} />
          {plot}
          {numbers}
        </Details>
      </div>
    );
  }
  return (
    <div id={id} className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-3">
      <div>
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h3 className="wrap-anywhere font-medium">{analyte}</h3>
          <Said lines={lines} kind={subject.kind} />
        </div>
        <Methods lines={lines} />
      </div>
      {plot}
      <Details title={`${title} in numbers`}>{numbers}</Details>
    </div>
  );
}

/**
 * The lines in a sentence each, which names the method if there are several spellings. Few values are told too, because
 * their plot is folded.
 */
function Said({ lines, kind, hasValues = false }: { lines: PlacedLine[]; kind: Kind; hasValues?: boolean }) {
  return lines.map(({ line, place }) => {
    const told =
      hasValues && line.n_values < LEAST_DRAWN
        ? [...new Set(line.values.map(({ words }) => words))].join(' and ')
        : '';
    const disagreeing = line.undecided - line.not_judged;
    return (
      <span key={place} className="wrap-anywhere block text-sm">
        {lines.length > 1 ? <span>{`${line.method}: `}</span> : null}
        <span>{`${told === '' ? '' : `${told}; `}${lineWords(line, kind)}`}</span>
        {disagreeing > 0 ? <span>{` (${disagreeing} whose tests disagree)`}</span> : null}
        {kind === 'batch' && line.pass > 0 && line.fail > 0 ? (
          <span>. Its tests disagree, so the batch is undecided where batches are counted.</span>
        ) : null}
      </span>
    );
  });
}

const Methods = ({ lines }: { lines: PlacedLine[] }) => (
  <p className="wrap-anywhere text-ink-soft text-sm">{lines.map(({ line }) => line.method).join('; ')}</p>
);

function Plot({ lines }: { lines: PlacedLine[] }) {
  const values = valuesOf(lines);
  const unit = unitOf(lines);
  const [first] = lines;
  const total = lines.reduce((sum, { line }) => sum + line.n_values, 0);
  if (unit === null || !first) {
    return values.some(({ value }) => value !== null) ? (
      <p className="text-ink-soft text-sm">The values are in several units and are not drawn on one scale.</p>
    ) : null;
  }
  return (
    <div>
      <StripPlot values={values} what={`${first.line.analyte} by ${first.line.method}`} unit={unit} />
      <Drawn n={values.length} total={total} />
    </div>
  );
}

/** The counts of a line, their interval, and its values. */
function Numbers({ line, subject, id }: { line: PlacedLine['line']; subject: Subject; id: string }) {
  const { kind } = subject;
  const values = `#${id}-values`;
  const undecided = undecidedWords(line);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-5">
        <Figure n={line.n_tested} label="Tested" to={values} />
        <Figure n={line.n_not_tested} label="Not tested" to="#published" />
        <Figure n={line.pass} label="Pass" to={values} />
        <Figure n={line.fail} label="Fail" to={values} />
        <Figure n={line.undecided} label="Undecided" to={values} />
      </dl>
      {undecided ? <p className="text-sm">{`Undecided: ${undecided}.`}</p> : null}
      <PassShare verdicts={line} units={unitWords(kind, 2)} />
      <Summary line={line} />
      <ValueList id={`${id}-values`} values={line.values} total={line.n_values} subject={subject} />
    </div>
  );
}

/** Says how many values a plot leaves out. */
export function Drawn({ n, total }: { n: number; total: number }) {
  return n < total ? (
    <p className="mt-2 text-ink-soft text-sm">{`Drawn are the newest ${n} of ${total} values.`}</p>
  ) : null;
}

function Summary({ line: { median, min, max, unit } }: { line: DossierLine }) {
  if (median === null || min === null || max === null || min === max) return null;
  const words = (value: number) => `${plainDecimals(Number(value.toPrecision(10)))} ${unit ?? ''}`.trim();
  return (
    <p className="text-sm">
      Of all values, each test by itself: median <span className="figures">{words(median)}</span>, from{' '}
      <span className="figures">{words(min)}</span> to <span className="figures">{words(max)}</span>.
    </p>
  );
}

/** The share of values that pass the reader's own limit, which is in the address. */
export function OwnShare({ line: { own, n_values }, kind }: { line: DossierLine; kind: Kind }) {
  if (!own) return null;
  if (own.min !== null && own.max !== null && own.min > own.max) {
    return (
      <p key="none" className="border-accent border-l-2 pl-4">
        {`No value is both at least ${plainDecimals(own.min)} and at most ${plainDecimals(own.max)}: the lower limit is above the upper one.`}
      </p>
    );
  }
  const limits = [
    own.min === null ? [] : `at least ${plainDecimals(own.min)}`,
    own.max === null ? [] : `at most ${plainDecimals(own.max)}`,
  ].flat();
  const n = own.pass + own.fail;
  const share = own.interval
    ? `, ${percent(own.pass / n)} (95 % interval ${percent(own.interval.low)} to ${percent(own.interval.high)})`
    : '';
  const undecided = own.undecided > 0 ? `; ${own.undecided} undecided` : '';
  const newest = own.n_values < n_values ? ` From the newest ${own.n_values} of ${n_values} values.` : '';
  return (
    <p className="border-accent border-l-2 pl-4">
      <span>{`By your own limit, ${limits.join(' and ')}: `}</span>
      <strong>{`${own.pass} of ${n}`}</strong>
      <span>{` ${unitWords(kind, 2)}${share}${undecided}.${newest}`}</span>
    </p>
  );
}
