import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MyTest, RequestStatus } from '@vialproof/contract/orders';
import { choiceIn, pageIn, textIn } from '../../lib/list-address';
import { Button } from '../../ui/button';
import { Instant, Money } from '../../ui/figures';
import { Select } from '../../ui/inputs';
import { ListView, useListFilter } from '../../ui/list-page';
import { SearchBox } from '../../ui/search-box';
import { EmptyState, Skeleton } from '../../ui/states';
import { Badge, StatusBadge } from '../../ui/status-badge';
import { type TestsFilter, testsQuery } from './queries';
import { statuses, statusLabels } from './words';

/** The filter in the address. An unknown status means no filter. */
export const readFilter = (params: URLSearchParams): TestsFilter => ({
  q: textIn(params),
  status: choiceIn(params, 'status', statuses),
  page: pageIn(params),
});

function Card({ test }: { test: MyTest }) {
  return (
    <li className="grid min-w-0 grid-rows-[auto_1fr_auto] gap-4 rounded-sm border border-rule bg-sheet p-5">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge status={test.status} />
        {test.visibility === 'private' ? <Badge>PRIVATE</Badge> : null}
      </div>
      <div className="min-w-0">
        <h2 dir="auto" className="display-3 wrap-anywhere text-left">
          {test.result?.title || test.sku.name}
        </h2>
        {test.result ? <p className="wrap-anywhere mt-1">{test.sku.name}</p> : null}
        <p className="figures mt-1 text-ink-soft text-sm">{`Task #${test.task_number}`}</p>
        {test.compound_name && test.compound_name !== test.sku.name ? (
          <p className="wrap-anywhere mt-1 text-ink-soft text-sm">{test.compound_name}</p>
        ) : null}
      </div>
      <div className="flex items-end justify-between gap-4">
        <p className="text-ink-soft text-sm">
          <Instant at={test.created_at} />
          <br />
          {test.group_test_id ? <span>Group test</span> : <Money cents={test.final_price_cents} />}
        </p>
        <Button to={`/dashboard/tests/${test.id}`} variant="secondary" size="small">
          View<span className="sr-only">{` task ${test.task_number}`}</span>
        </Button>
      </div>
    </li>
  );
}

const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

function Placeholders() {
  return (
    <div className={grid}>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className="h-48" />
      ))}
    </div>
  );
}

export function MyTests() {
  const list = useListFilter(readFilter);
  const { filter, change } = list;
  const tests = useQuery({ ...testsQuery(filter), placeholderData: keepPreviousData });
  return (
    <div className="grid grid-cols-1 gap-8">
      <h1 className="display-2">My Tests</h1>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <SearchBox
          label="Search your tests"
          isLabelled
          placeholder="Task number, test, compound…"
          name="q"
          value={filter.q}
          onSearch={(q) => change({ q })}
        />
        <Select
          label="Status"
          value={filter.status}
          onChange={(event) => change({ status: event.target.value as RequestStatus | '' })}
        >
          <option value="">All statuses</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {statusLabels[status]}
            </option>
          ))}
        </Select>
      </div>
      <ListView
        list={list}
        query={tests}
        nouns={['test', 'tests']}
        skeleton={<Placeholders />}
        noMatch={{
          clear: { q: '', status: '' },
          title: 'No test matches',
          text: 'Try another word, or all statuses.',
        }}
        empty={
          <EmptyState title="No tests yet" action={<Button to="/request">Request a test</Button>}>
            Choose a test, pay, and send the vial. Everything that happens to it is then shown here.
          </EmptyState>
        }
      >
        {(found) => (
          <ul className={grid}>
            {found.map((test) => (
              <Card key={test.id} test={test} />
            ))}
          </ul>
        )}
      </ListView>
    </div>
  );
}
