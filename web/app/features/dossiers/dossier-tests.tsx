import type { Dossier, DossierTest } from '@vialproof/contract/dossiers';
import { outcomeWords } from '@vialproof/science/measurement/overall-statement';
import { MANUAL_WORDS } from '@vialproof/science/measurement/purity-words';
import { Link } from 'react-router';
import { Details } from '../../ui/details';
import { Instant } from '../../ui/figures';
import { VerdictWords } from '../../ui/verdict';
import { type DossierAddress, searchOf } from './queries';
import { directionWords, type Sort, sortTests, sortWord } from './sorting';
import { type Column, TestsTable } from './tests-table';
import { allTests } from './words';

/** Rows that the page shows unless the reader asks for all. */
const MOST_SHOWN = 10;

type Name = 'compound' | 'maker';

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
      <More
        shown={shown.length}
        listed={published.length}
        all={counts.published}
        subject={subject}
        address={address}
      />
      <Pending dossier={dossier} address={address} columns={columns} />
    </section>
  );
}

/** Links to the tests that a table leaves out: to the same page with all that it knows, and to the list of tests. */
function More({
  shown,
  listed,
  all,
  subject,
  address,
  hash = '',
}: {
  shown: number;
  listed: number;
  all: number;
  subject: Dossier['subject'];
  address: DossierAddress;
  hash?: string;
}) {
  if (shown >= all) return null;
  return (
    <p className="flex flex-wrap gap-x-6 print:hidden">
      {shown < listed ? (
        <Link
          to={{ search: searchOf(address, { isWhole: true }), hash }}
          preventScrollReset
          replace
          rel="nofollow"
          className="link inline-flex min-h-11 items-center"
        >
          {`Show ${listed < all ? `the newest ${listed}` : `all ${listed}`}`}
        </Link>
      ) : null}
      <Link to={allTests(subject)} className="link inline-flex min-h-11 items-center">
        All tests
      </Link>
    </p>
  );
}

/** The tests without a published result, which have no figures. */
function Pending({
  dossier: { tests, counts, subject },
  address,
  columns,
}: {
  dossier: Dossier;
  address: DossierAddress;
  columns: Column[];
}) {
  const pending = tests.filter(({ state }) => state === 'pending');
  if (pending.length === 0) return null;
  const shown = address.table.isWhole ? pending : pending.slice(0, MOST_SHOWN);
  return (
    <Details title="Pending tests" note={counts.pending}>
      <div id="pending" className="@container scroll-mt-16">
        <TestsTable
          caption={`${shown.length < counts.pending ? `The newest ${shown.length} of ` : ''}${counts.pending} without a published result`}
          rows={shown}
          columns={columns.filter(({ by }) => by === undefined || by === 'name' || by === 'batch')}
          address={address}
        />
      </div>
      <More
        shown={shown.length}
        listed={pending.length}
        all={counts.pending}
        subject={subject}
        address={address}
        hash="pending"
      />
    </Details>
  );
}
