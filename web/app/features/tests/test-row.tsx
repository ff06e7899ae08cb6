import type { ListedTest } from '@vialproof/contract/tests';
import { MANUAL_WORDS } from '@vialproof/science/measurement/purity-words';
import { Link } from 'react-router';
import { Instant } from '../../ui/figures';
import { StatusBadge } from '../../ui/status-badge';
import { VerdictSummary } from '../../ui/verdict';
import { type CompareBox, CompareTick, ToDossier } from './test-card';

/** The unit of a purity, without the uncertainty: '± 0.24 % area' is '% area'. */
const unitOf = (rest: string) => rest.replace(/^± \S+ /, '');

function Purity({ test: { result } }: { test: ListedTest }) {
  const purity = result?.purity;
  if (!purity) return null;
  return (
    <>
      <span className="figures">{purity.value}</span>{' '}
      <span className="figures text-ink-soft text-sm">{unitOf(purity.rest)}</span>
      <span className="sr-only"> purity</span>
      {purity.manual ? <span className="block text-ink-soft text-xs">{MANUAL_WORDS}</span> : null}
    </>
  );
}

/**
 * One test as a row: two lines, on a wide screen one. The whole row is a link. Its checkbox for the comparison needs a
 * wide screen.
 */
export function TestRow({ test, id, compare }: { test: ListedTest; id?: string; compare: CompareBox }) {
  const { result } = test;
  const isPrivate = test.visibility === 'private';
  return (
    <article
      id={id}
      className="relative grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-rule sm:items-center border-b py-2.5 hover:bg-wash lg:min-h-12 lg:grid-cols-[minmax(0,2fr)_8.5rem_minmax(0,1fr)_14.5rem_6.5rem] lg:items-center lg:py-0.5"
    >
      <div className="flex min-w-0 items-center gap-x-2 sm:-my-1.5">
        <span className="w-9 shrink-0 max-sm:hidden">
          {result ? <CompareTick test={test} compare={compare} isBare /> : null}
        </span>
        <h2 dir="auto" className="min-w-0 truncate text-left font-medium">
          <Link to={`/tests/${test.request_id}`} className="after:absolute after:inset-0">
            {result?.title ?? test.sku_name}
          </Link>
        </h2>
        <span className="figures text-ink-soft text-sm max-sm:sr-only">{`#${test.task_number}`}</span>
      </div>
      <p className="whitespace-nowrap text-right">
        <Purity test={test} />
      </p>
      <p className="col-span-2 flex flex-wrap items-center gap-x-3 text-ink-soft text-sm max-sm:**:text-xs sm:pl-11 lg:contents">
        <bdi className="max-w-40 truncate lg:max-w-full">
          <ToDossier path={test.dossiers?.maker?.path}>
            {isPrivate ? 'Private' : (test.manufacturer ?? 'Maker unknown')}
          </ToDossier>
        </bdi>
        <span>
          {result ? (
            <VerdictSummary measurements={result.measurements} />
          ) : (
            <StatusBadge status={test.status} />
          )}
        </span>
        <span className="whitespace-nowrap lg:text-right">
          {test.published_at ? <Instant at={test.published_at} /> : null}
        </span>
      </p>
    </article>
  );
}
