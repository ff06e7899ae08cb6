import type { Dossier, DossierLine, DossierValue } from '@vialproof/contract/dossiers';
import { plainDecimals } from '@vialproof/science/measurement/plain-decimals';
import { Link } from 'react-router';
import { type Column, DataTable } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { VerdictWords } from '../../ui/verdict';
import { PassShare } from './interval-bar';
import { StripPlot } from './strip-plot';
import { allTests, percent, undecidedWords, unitWords, verdictWords } from './words';

type Subject = Dossier['subject'];
type Kind = Subject['kind'];

const columns: Column<DossierValue & { place: number }>[] = [
  {
    header: 'Test',
    cell: (row) => (
      <Link
        to={`/tests/${row.request_id}`}
        className="figures text-accent underline underline-offset-4"
      >{`#${row.task_number}`}</Link>
    ),
  },
  { header: 'Published', cell: (row) => <Instant at={row.published_at} /> },
  { header: 'Value', numeric: true, cell: (row) => <span className="wrap-anywhere">{row.words}</span> },
  {
    header: 'Limit',
    numeric: true,
    cell: (row) => <span className="wrap-anywhere">{row.limit || '–'}</span>,
  },
  {
    header: 'Verdict',
    cell: (row) => <VerdictWords kind={row.verdict ?? 'none'}>{verdictWords(row.verdict)}</VerdictWords>,
  },
];

/** The extra column of a table that has values of several methods. */
const methodColumn: (typeof columns)[number] = {
  header: 'Method',
  cell: (row) => <span className="wrap-anywhere text-ink-soft">{row.method}</span>,
};

/** A table lists at most this many values. The pages of the tests have the other values. */
const MOST_SHOWN = 10;

/** The newest values behind a number of the dossier, each with its test, and a link to the other values. */
export function ValueList({
  id,
  values,
  total,
  subject,
  hasMethods = false,
}: {
  id: string;
  values: DossierValue[];
  total: number;
  subject: Subject;
  hasMethods?: boolean;
}) {
  if (values.length === 0) return null;
  const placed = values.slice(0, MOST_SHOWN).map((value, place) => ({ ...value, place }));
  return (
    <details className="group mt-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
        {placed.length === total
          ? `${total} ${total === 1 ? 'value' : 'values'}, each with its test`
          : `The newest ${placed.length} of ${total} values, each with its test`}
      </summary>
      {/* The id is inside the collapsed section: a link to the id opens the elements around it. */}
      <div id={id} className="scroll-mt-24">
        <DataTable
          caption="Values"
          rows={placed}
          rowKey={({ place }) => String(place)}
          columns={hasMethods ? [...columns, methodColumn] : columns}
        />
        {placed.length < total ? (
          <p className="mt-3">
            <Link to={allTests(subject)} className="text-accent underline underline-offset-4">
              All tests with their values
            </Link>
          </p>
        ) : null}
      </div>
    </details>
  );
}

/** One count of a line, with its label and a link to the list of the counted values. */
function Figure({ n, label, to }: { n: number; label: string; to: string }) {
  const figure = <span className="figures block text-2xl">{n}</span>;
  return (
    <div className="min-w-0 border-rule border-t pt-2">
      <dt className="label">{label}</dt>
      <dd>
        {n === 0 ? (
          figure
        ) : (
          <a href={to} className="underline decoration-edge underline-offset-4 hover:text-accent">
            {figure}
          </a>
        )}
      </dd>
    </div>
  );
}

/** One analyte, measured by one method: its counts, their interval, and its values over time. */
export function LineDetails({ line, subject, id }: { line: DossierLine; subject: Subject; id: string }) {
  const { kind } = subject;
  const values = `#${id}-values`;
  const undecided = undecidedWords(line);
  const all = line.n_tested + line.n_not_tested;
  if (line.method === null) {
    return (
      <div id={id}>
        <h3 className="display-3 wrap-anywhere">{line.analyte}</h3>
        <p className="mt-2">
          <span className="figures text-2xl">{`0 of ${all}`}</span>{' '}
          <span>{`${unitWords(kind, all)} tested.`}</span>{' '}
          <a
            href="#tests"
            className="text-accent underline underline-offset-4"
          >{`Not tested: ${line.n_not_tested}`}</a>
        </p>
      </div>
    );
  }
  return (
    <div id={id} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <h3 className="display-3 wrap-anywhere">{line.analyte}</h3>
        <p className="wrap-anywhere text-ink-soft">{line.method}</p>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-5">
        <Figure n={line.n_tested} label="Tested" to={values} />
        <Figure n={line.n_not_tested} label="Not tested" to="#published" />
        <Figure n={line.pass} label="Pass" to={values} />
        <Figure n={line.fail} label="Fail" to={values} />
        <Figure n={line.undecided} label="Undecided" to={values} />
      </dl>
      {undecided ? <p className="text-sm">{`Undecided: ${undecided}.`}</p> : null}
      {kind === 'batch' && line.pass > 0 && line.fail > 0 ? (
        <p className="text-sm">Its tests disagree, so the batch is undecided where batches are counted.</p>
      ) : null}
      <PassShare
        verdicts={line}
        units={unitWords(kind, 2)}
        hasDots={line.unit !== null && line.values.some(({ value }) => value !== null)}
      />
      <OwnShare line={line} kind={kind} />
      <div>
        {line.unit === null ? (
          <NoPlot line={line} />
        ) : (
          <>
            <StripPlot values={line.values} what={`${line.analyte} by ${line.method}`} unit={line.unit} />
            <Drawn values={line.values} total={line.n_values} />
          </>
        )}
        <Summary line={line} />
        <ValueList id={`${id}-values`} values={line.values} total={line.n_values} subject={subject} />
      </div>
    </div>
  );
}

/** Says how many values a plot leaves out. */
export function Drawn({ values, total }: { values: DossierValue[]; total: number }) {
  return values.length < total ? (
    <p className="mt-2 text-ink-soft text-sm">{`Drawn are the newest ${values.length} of ${total} values.`}</p>
  ) : null;
}

function NoPlot({ line }: { line: DossierLine }) {
  const hasNumbers = line.values.some(({ value }) => value !== null);
  return hasNumbers ? (
    <p className="text-ink-soft text-sm">The values are in several units and are not drawn on one scale.</p>
  ) : null;
}

function Summary({ line: { median, min, max, unit } }: { line: DossierLine }) {
  if (median === null || min === null || max === null || min === max) return null;
  const words = (value: number) => `${plainDecimals(Number(value.toPrecision(10)))} ${unit ?? ''}`.trim();
  return (
    <p className="mt-2 text-sm">
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
