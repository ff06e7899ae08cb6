import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/button';
import { EmptyState, ErrorPanel } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { GroupCard, GroupCardSkeleton } from './group-card';
import { groupsQuery, readTab, tabs } from './queries';
import { useLiveGroups } from './use-live-groups';

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';

/** The groups of one tab; the tab lives in the address. */
export function GroupsList() {
  const [params] = useSearchParams();
  const tab = readTab(params);
  const groups = useQuery(groupsQuery(tab));
  useLiveGroups();
  return (
    <div className="page pb-20">
      <Tabs
        label="Group tests by state"
        tabs={tabs.map((each) => ({ ...each, to: each.id === 'open' ? '?' : `?category=${each.id}` }))}
        value={tab}
      >
        {groups.data && groups.data.length > 0 ? (
          <div className={grid}>
            {groups.data.map((test) => (
              <GroupCard key={test.id} test={test} />
            ))}
          </div>
        ) : groups.data ? (
          <EmptyState
            title="No tests here yet."
            action={
              <Button to="/group-tests/request" variant="secondary">
                Request a group test
              </Button>
            }
          >
            Begin one, and share the link with people who have the same vial.
          </EmptyState>
        ) : groups.isError ? (
          <ErrorPanel
            message={groups.error.message}
            onRetry={() => void groups.refetch()}
            busy={groups.isFetching}
          />
        ) : (
          <div className={grid} aria-busy="true">
            {[1, 2, 3, 4, 5, 6].map((place) => (
              <GroupCardSkeleton key={place} />
            ))}
          </div>
        )}
      </Tabs>
    </div>
  );
}
