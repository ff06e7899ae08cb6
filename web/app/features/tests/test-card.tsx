import type { ListedTest } from '@vialproof/contract/tests';
import { MANUAL_WORDS } from '@vialproof/science/measurement/purity-words';
import { fold } from '@vialproof/science/text/fold';
import { Link } from 'react-router';
import { Badge, StatusBadge } from '../../ui/status-badge';
import { VerdictSummary } from '../../ui/verdict';

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4 border-rule border-t py-1.5">
      <dt className="label shrink-0">{label}</dt>
      <dd dir="auto" className="min-w-0 truncate text-right text-sm">
        {children}
      </dd>
    </div>
  );
}

/** A link to the page of a compound, maker or batch. It lies above the link of the whole card. */
export function ToDossier({ path, children }: { path: string | null | undefined; children: string }) {
  if (!path) return children;
  return (
    <Link
      to={path}
      className="relative z-10 inline-block min-h-6 max-w-full truncate align-bottom underline decoration-edge underline-offset-4 hover:text-accent"
    >
      {children}
    </Link>
  );
}

/** The checkbox that adds a test to the form with the id `form`. */
export interface CompareBox {
  form: string;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}

/** The checkbox for the comparison. `isBare`: without words. It lies above the link of the whole card. */
export function CompareTick({
  test,
  compare,
  isBare = false,
}: {
  test: ListedTest;
  compare: CompareBox;
  isBare?: boolean;
}) {
  return (
    <label
      className={`relative z-10 flex min-h-11 items-center gap-3 text-sm ${isBare ? '' : '-mb-3 self-start pr-4'}`}
    >
      <input
        type="checkbox"
        name="ids"
        value={test.request_id}
        form={compare.form}
        defaultChecked={compare.isTicked}
        onChange={(event) => compare.onTick(event.target.checked)}
        className="size-5 accent-accent"
      />
      <span className={isBare ? 'sr-only' : undefined}>
        Compare<span className="sr-only">{` task ${test.task_number}`}</span>
      </span>
    </label>
  );
}

const lettersOf = (text: string) => fold(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** Whether the name of the test already says the compound: 'AOD-9604 with DMSO' says 'AOD-9604'. */
export const saysCompound = (testType: string, compound: string): boolean =>
  lettersOf(testType).includes(lettersOf(compound));

/** One test in the list. The whole card is a link to the test, except the checkbox for the comparison. */
export function TestCard({ test, id, compare }: { test: ListedTest; id?: string; compare?: CompareBox }) {
  const { result } = test;
  const purity = result?.purity;
  const compound = test.dossiers?.compound;
  const isSaid = test.compound_name !== null && saysCompound(test.sku_name, test.compound_name);
  return (
    <article
      id={id}
      className="relative flex min-h-76 min-w-0 flex-col rounded-sm border border-rule bg-sheet p-5 transition-colors has-[a:hover]:border-accent"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="figures text-ink-soft text-sm">{`Task #${test.task_number}`}</p>
        <span className="flex gap-1.5">
          {test.visibility === 'private' ? <Badge>PRIVATE</Badge> : null}
          <StatusBadge status={test.status} />
        </span>
      </div>
      <h2 dir="auto" className="display-3 mt-4 mb-3 text-left wrap-anywhere">
        <Link to={`/tests/${test.request_id}`} className="after:absolute after:inset-0 after:rounded-sm">
          {result?.title ?? test.sku_name}
        </Link>
      </h2>
      {purity ? (
        <p className="mb-1 flex flex-wrap items-baseline gap-x-2">
          <span className="figures text-2xl">{purity.value}</span>
          <span className="figures text-ink-soft text-sm">{purity.rest}</span>
          <span className="label">{purity.manual ? `purity, ${MANUAL_WORDS}` : 'purity'}</span>
        </p>
      ) : null}
      {test.thumbnail ? (
        <svg
          viewBox="0 0 120 32"
          aria-hidden="true"
          className="mb-2 h-10 w-full text-accent"
          preserveAspectRatio="none"
        >
          <path d={test.thumbnail} fill="none" stroke="currentColor" vectorEffect="non-scaling-stroke" />
        </svg>
      ) : null}
      {result ? (
        <VerdictSummary measurements={result.measurements} />
      ) : (
        <p className="text-ink-soft text-sm">
          {test.visibility === 'private'
            ? 'Compound, maker and result are kept private.'
            : 'No published result.'}
        </p>
      )}
      <dl className="mt-auto pt-4">
        <Line label="Test type">
          {/* If the test's name says the compound, the name itself is the link. */}
          <ToDossier path={isSaid ? compound?.path : null}>{test.sku_name}</ToDossier>
        </Line>
        {test.compound_name && !isSaid ? (
          <Line label="Compound">
            <ToDossier path={compound?.path}>{test.compound_name}</ToDossier>
          </Line>
        ) : null}
        <Line label="Manufacturer">
          <ToDossier path={test.dossiers?.maker?.path}>{test.manufacturer ?? 'Unknown'}</ToDossier>
        </Line>
        <Line label="Batch">
          <span className="figures">{test.batch_code ?? test.task_number}</span>
        </Line>
      </dl>
      {compare && result ? <CompareTick test={test} compare={compare} /> : null}
    </article>
  );
}
