import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/button';
import { CardGrid, SkeletonCards } from '../../ui/card-grid';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { GroupCard } from './group-card';
import { groupsQuery, readTab, tabs, useLiveGroups } from './queries';

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
        <QueryView query={groups} skeleton={<SkeletonCards count={6} height="h-72" />}>
          {(found) =>
            found.length > 0 ? (
              <CardGrid>
                {found.map((test) => (
                  <GroupCard key={test.id} test={test} />
                ))}
              </CardGrid>
            ) : (
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
            )
          }
        </QueryView>
      </Tabs>
    </div>
  );
}
