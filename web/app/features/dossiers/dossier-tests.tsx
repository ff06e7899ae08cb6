import type { Dossier, DossierTest } from '@vialproof/contract/dossiers';
import { outcomeWords } from '@vialproof/science/measurement/overall-statement';
import { MANUAL_WORDS } from '@vialproof/science/measurement/purity-words';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Details } from '../../ui/details';
import { Instant } from '../../ui/figures';
import { VerdictWords } from '../../ui/verdict';
import { type DossierAddress, searchOf } from './queries';
import { directionWords, type Sort, type SortColumn, sortAfter, sortTests, sortWord } from './sorting';
import { allTests } from './words';

/** Rows that the page shows unless the reader asks for all. */
const MOST_SHOWN = 10;

type Name = 'compound' | 'maker';

interface Column {
  by?: SortColumn;
  header: string;
  /** The rest of the header on wide screens. */
  more?: string;
  /** The place in a row of two or three lines on a phone. */
  place: string;
  cell: (row: DossierTest) => ReactNode;
  isRight?: boolean;
  isLast?: boolean;
}

const toTest = (row: DossierTest) => (
  <Link
    to={`/tests/${row.request_id}`}
    className="figures text-accent text-sm underline underline-offset-4 xl:text-base after:absolute after:inset-0 xl:after:hidden"
  >{`#${row.task_number}`}</Link>
);

function Purity({ purity }: { purity: DossierTest['purity'] }) {
  if (!purity) return <Nothing />;
  const { value, rest, manual } = purity;
  return (
    <>
      <span className="figures">{value}</span>{' '}
      <span className="text-ink-soft text-sm">{manual ? `${rest}, ${MANUAL_WORDS}` : rest}</span>
    </>
  );
}

const Nothing = () => <span className="hidden text-ink-soft xl:inline">–</span>;

/** The columns. The subject of the page has none, because it would be the same in each row. */
function columnsOf({ kind, compounds }: Dossier['subject'], name: Name): Column[] {
  const isNamed = kind !== 'batch' || compounds.length > 1;
  const columns: (Column | false)[] = [
    { header: 'Test', place: '[grid-area:test]', cell: toTest },
    isNamed && {
      by: 'name',
      header: name === 'maker' ? 'Maker' : 'Compound',
      place: '[grid-area:name] text-sm xl:min-w-28 xl:text-base',
      cell: (row) => (
        <bdi className="wrap-anywhere">{row[name] ?? (name === 'maker' ? 'Unknown' : 'Not stated')}</bdi>
      ),
    },
    kind !== 'batch' && {
      by: 'batch',
      header: 'Batch',
      place: '[grid-area:batch] text-sm xl:min-w-28 xl:text-base',
      cell: (row) => <bdi className="figures wrap-anywhere">{row.batch_code ?? 'Not stated'}</bdi>,
    },
    {
      by: 'purity',
      header: 'Purity',
      place: '[grid-area:purity]',
      cell: (row) => <Purity purity={row.purity} />,
      isRight: true,
    },
    {
      by: 'amount',
      header: 'Amount',
      more: ' against label',
      place: '[grid-area:amount] text-sm xl:text-base',
      cell: (row) =>
        row.label_percent === null ? (
          <Nothing />
        ) : (
          <>
            <span className="figures">{`${row.label_percent.toFixed(1)} %`}</span>{' '}
            <span className="text-ink-soft text-sm xl:hidden">of label</span>
          </>
        ),
      isRight: true,
    },
    {
      by: 'verdict',
      header: 'Verdict',
      place: '[grid-area:verdict] text-sm',
      cell: (row) => <RowVerdict of={row.verdict} />,
    },
    {
      by: 'date',
      header: 'Date',
      place: '[grid-area:date] text-right text-ink-soft text-sm xl:whitespace-nowrap',
      cell: (row) => (row.published_at ? <Instant at={row.published_at} /> : null),
      isLast: true,
    },
  ];
  return columns.filter((column) => column !== false);
}

function RowVerdict({ of }: { of: DossierTest['verdict'] }) {
  if (!of) return <Nothing />;
  const { kind, words } = outcomeWords(of);
  return (
    <VerdictWords kind={kind}>
      <span className="wrap-anywhere">{words}</span>
    </VerdictWords>
  );
}

/** A link that sorts by a column, and once more the other way round. */
function SortLink({ column, sort, address }: { column: Column; sort: Sort; address: DossierAddress }) {
  const { by, header, more } = column;
  if (!by) return <span className="hidden xl:inline">{header}</span>;
  const isSorted = sort.by === by;
  const Arrow = sort.isDown ? ArrowDown : ArrowUp;
  return (
    <Link
      to={{ search: searchOf(address, { sort: sortAfter(sort, by) }) }}
      preventScrollReset
      replace
      rel="nofollow"
      className={`inline-flex min-h-11 items-center gap-1 hover:text-accent ${isSorted ? 'text-ink' : ''}`}
    >
      <span className="underline decoration-edge underline-offset-4">
        <span>{header}</span>
        {more ? <span className="hidden xl:inline">{more}</span> : null}
      </span>
      {isSorted ? <Arrow className="size-3.5" /> : null}
    </Link>
  );
}

/** The places of the cells: three lines on a phone, or a line each with very large text; two on a tablet and on paper. */
const rowClass = [
  'relative grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-baseline gap-x-3 border-rule border-b py-2.5',
  "[grid-template-areas:'test_batch_purity_purity'_'name_name_amount_amount'_'verdict_verdict_verdict_date']",
  'md:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)_10rem_8rem] print:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)_10rem_8rem]',
  "md:[grid-template-areas:'test_name_batch_purity_amount'_'verdict_verdict_verdict_verdict_date']",
  "print:[grid-template-areas:'test_name_batch_purity_amount'_'verdict_verdict_verdict_verdict_date']",
  '@max-[17rem]:flex @max-[17rem]:flex-col @max-[17rem]:items-stretch',
  'xl:static xl:table-row xl:py-0 print:break-inside-avoid print:py-1',
].join(' ');

function TestsTable({
  caption,
  rows,
  columns,
  address,
  sort,
}: {
  caption: string;
  rows: DossierTest[];
  columns: Column[];
  address: DossierAddress;
  /** Absent if the reader cannot sort the table. */
  sort?: Sort;
}) {
  return (
    <table className="block w-full border-collapse text-left xl:table">
      <caption className="block pb-1 text-left text-ink-soft text-sm xl:table-caption">{caption}</caption>
      {sort ? (
        <thead className="block xl:table-header-group print:hidden">
          <tr className="flex flex-wrap items-center gap-x-2.5 border-edge border-b xl:table-row">
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                aria-sort={sort.by === column.by ? (sort.isDown ? 'descending' : 'ascending') : undefined}
                className={`label font-normal xl:pr-5 xl:last:pr-0 ${column.isRight || column.isLast ? 'xl:text-right' : ''} ${column.by ? '' : 'hidden xl:table-cell'}`}
              >
                <SortLink column={column} sort={sort} address={address} />
              </th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody className="block xl:table-row-group">
        {rows.map((row) => (
          <tr key={row.request_id} className={rowClass}>
            {columns.map((column) => (
              <td
                key={column.header}
                className={`min-w-0 align-baseline xl:table-cell xl:py-2.5 xl:pr-5 xl:last:pr-0 ${column.isRight ? 'text-right' : ''} ${column.place}`}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function captionOf(all: number, listed: number, shown: number, sort: Sort): string {
  const isUsual = sortWord(sort) === undefined;
  if (isUsual) {
    return shown < all ? `The newest ${shown} of ${all} published` : `${all} published, newest first`;
  }
  const among = listed < all ? ` among the newest ${listed}` : '';
  return `${shown < all ? `${shown} of ${all}` : all} published, ${directionWords(sort)}${among}`;
}

/** The tests behind the numbers, with the names that their customers used and what was found. */
export function DossierTests({ dossier, address }: { dossier: Dossier; address: DossierAddress }) {
  const { tests, counts, subject } = dossier;
  const { sort, isWhole } = address.table;
  const name = subject.kind === 'compound' ? 'maker' : 'compound';
  const columns = columnsOf(subject, name);
  const published = sortTests(
    tests.filter(({ state }) => state === 'published'),
    sort,
    name,
  );
  const pending = tests.filter(({ state }) => state === 'pending');
  const shown = isWhole ? published : published.slice(0, MOST_SHOWN);
  return (
    <section id="tests" className="page mt-10 scroll-mt-16 md:mt-14">
      <h2 className="display-3 mb-3">The tests behind these figures</h2>
      {tests.length === 0 ? <p className="text-ink-soft">No public test.</p> : null}
      {published.length > 0 ? (
        <div id="published" className="@container scroll-mt-16">
          <TestsTable
            caption={captionOf(counts.published, published.length, shown.length, sort)}
            rows={shown}
            columns={columns}
            address={address}
            sort={sort}
          />
        </div>
      ) : null}
      <p className="flex flex-wrap gap-x-6 print:hidden">
        {shown.length < published.length ? (
          <Link
            to={{ search: searchOf(address, { isWhole: true }) }}
            preventScrollReset
            replace
            rel="nofollow"
            className="link inline-flex min-h-11 items-center"
          >
            {`Show ${published.length < counts.published ? `the newest ${published.length}` : `all ${published.length}`}`}
          </Link>
        ) : null}
        {shown.length < counts.published ? (
          <Link to={allTests(subject)} className="link inline-flex min-h-11 items-center">
            All tests
          </Link>
        ) : null}
      </p>
      {pending.length > 0 ? (
        <Details title="Pending tests" note={counts.pending}>
          <div id="pending" className="@container scroll-mt-16">
            <TestsTable
              caption={`${counts.pending} without a published result`}
              rows={pending.slice(0, isWhole ? undefined : MOST_SHOWN)}
              columns={columns.filter(({ by }) => by === undefined || by === 'name' || by === 'batch')}
              address={address}
            />
          </div>
        </Details>
      ) : null}
    </section>
  );
}
