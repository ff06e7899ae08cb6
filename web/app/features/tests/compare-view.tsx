import { useQueries } from '@tanstack/react-query';
import type { Measurement } from '@vialproof/contract/results';
import type { PublicTest } from '@vialproof/contract/tests';
import { reportedWords } from '@vialproof/science/measurement/measurement-words';
import { Link } from 'react-router';
import { Button } from '../../ui/button';
import { Instant } from '../../ui/figures';
import { SkeletonLines } from '../../ui/query-view';
import { EmptyState, ErrorPanel } from '../../ui/states';
import { StatusBadge } from '../../ui/status-badge';
import { unbroken } from '../../ui/unbroken';
import { Verdict } from '../../ui/verdict';
import { comparedAtLeast, comparedAtMost, compareLines } from './compare-lines';
import { testQuery } from './queries';

/** The results stand side by side on wide screens, and below each other on narrow ones. */
const columns: Record<number, string> = {
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-3',
  4: 'sm:grid-cols-2 lg:grid-cols-4',
};
const gridOf = (count: number) => `grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 ${columns[count] ?? ''}`;

function TestHead({ test }: { test: PublicTest }) {
  return (
    <div className="min-w-0 border-rule border-t pt-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="figures text-ink-soft text-sm">{`Task #${test.task_number}`}</span>
        <StatusBadge status={test.status} />
      </p>
      <h2 dir="auto" className="wrap-anywhere mt-2 font-medium text-lg">
        <Link to={`/tests/${test.request_id}`} className="link">
          {test.result?.title ?? test.sku_name}
        </Link>
      </h2>
      <p className="wrap-anywhere text-ink-soft text-sm">
        <bdi>{test.manufacturer ?? 'Maker unknown'}</bdi>, batch <bdi>{test.batch_code ?? 'not stated'}</bdi>
      </p>
      <p className="wrap-anywhere text-ink-soft text-sm">
        {test.retracted ? (
          <span key="withdrawn">
            Withdrawn on <Instant at={test.retracted.at} />: {test.retracted.reason}
          </span>
        ) : test.published_at ? (
          <span key="published">
            Published <Instant at={test.published_at} />
          </span>
        ) : (
          'No published result'
        )}
      </p>
      {test.result?.purity?.manual ? <p className="text-sm">Purity manually integrated</p> : null}
    </div>
  );
}

function Values({ test, analyte, lines }: { test: PublicTest; analyte: string; lines: Measurement[] }) {
  return (
    <div className="min-w-0">
      <dt className="figures text-ink-soft text-sm">{`#${test.task_number}`}</dt>
      {lines.length === 0 ? (
        <dd className="font-medium">{test.result ? 'Not tested' : 'No published result'}</dd>
      ) : (
        lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines of one result may be equal, and their order is fixed
          <dd key={place}>
            {line.analyte.toLowerCase() === analyte.toLowerCase() ? null : (
              <p dir="auto" className="wrap-anywhere text-sm">
                {line.analyte}
              </p>
            )}
            <p dir="auto" className="figures wrap-anywhere text-lg">
              {unbroken(reportedWords(line))}
            </p>
            <p className="text-sm">
              <Verdict line={line} isLimited={line.rule !== undefined || line.limit !== ''} />
              {line.limit === '' ? null : (
                <span className="wrap-anywhere text-ink-soft">{` Limit ${line.limit}`}</span>
              )}
            </p>
          </dd>
        ))
      )}
    </div>
  );
}

/** The results side by side. Each analyte and method is a row, with a value or a mark for each result. */
function Compared({ tests }: { tests: PublicTest[] }) {
  const lines = compareLines(tests.map(({ result }) => result?.measurements ?? []));
  return (
    <>
      <div className={gridOf(tests.length)}>
        {tests.map((test) => (
          <TestHead key={test.request_id} test={test} />
        ))}
      </div>
      {lines.map(({ analyte, method, values }) => (
        <section key={`${analyte} ${method}`} className="mt-6 border-rule border-t pt-3">
          <h3 dir="auto" className="wrap-anywhere font-medium">
            {analyte} <span className="font-normal text-ink-soft text-sm">{method}</span>
          </h3>
          <dl className={`mt-2 ${gridOf(tests.length)}`}>
            {tests.map((test, place) => (
              <Values key={test.request_id} test={test} analyte={analyte} lines={values[place] ?? []} />
            ))}
          </dl>
        </section>
      ))}
      {lines.length === 0 ? <p className="mt-6">None of these tests has a published result.</p> : null}
      <p className="mt-8 max-w-prose text-ink-soft text-sm">
        Each result is of the vial that was sent. Values of different methods are not comparable, so each
        method has a row of its own.
      </p>
    </>
  );
}

/** `isServed`: the server has asked for all these results, so a missing one was refused. */
export function CompareView({ ids, isServed }: { ids: string[]; isServed: boolean }) {
  const isMany = ids.length >= comparedAtLeast && ids.length <= comparedAtMost;
  const queries = useQueries({ queries: (isMany ? ids : []).map((id) => testQuery(id)) });
  if (!isMany) {
    return (
      <EmptyState
        title={ids.length > comparedAtMost ? 'Too many results' : 'Choose the results'}
        action={
          <Button to="/tests?onlyPublic=true" variant="secondary">
            Choose results
          </Button>
        }
      >
        Two to four public results stand side by side. Tick them in the list of tests.
      </EmptyState>
    );
  }
  if (!isServed && queries.some(({ isPending }) => isPending)) return <SkeletonLines lines={8} />;
  const tests = queries.flatMap(({ data }) => (data?.visibility === 'public' ? [data] : []));
  const missing = ids.length - tests.length;
  const failed = queries.find(({ error }) => error);
  return (
    <>
      {missing > 0 ? (
        <div className="mb-6">
          <ErrorPanel
            message={`${missing === 1 ? 'One of these results is' : `${missing} of these results are`} not there, or not public.`}
            onRetry={() => void failed?.refetch()}
            busy={failed?.isFetching ?? false}
          />
        </div>
      ) : null}
      {tests.length > 0 ? <Compared tests={tests} /> : null}
    </>
  );
}
