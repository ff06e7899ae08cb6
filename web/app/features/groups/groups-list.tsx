import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button';
import { CardGrid, SkeletonCards } from '../../ui/card-grid';
import { ListView, useListFilter } from '../../ui/list-page';
import { EmptyState } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { GroupCard } from './group-card';
import { groupsQuery, readGroupList, tabs, useLiveGroups } from './queries';

/** The groups of one tab, in pages. The address contains the tab and the page. */
export function GroupsList() {
  const list = useListFilter(readGroupList);
  const groups = useQuery(groupsQuery(list.filter));
  useLiveGroups();
  return (
    <div className="page pb-20">
      <Tabs
        label="Group tests by state"
        tabs={tabs.map((each) => ({ ...each, to: each.id === 'open' ? '?' : `?category=${each.id}` }))}
        value={list.filter.category}
      >
        <ListView
          list={list}
          query={groups}
          nouns={['group test', 'group tests']}
          skeleton={<SkeletonCards count={6} height="h-72" />}
          empty={
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
          }
        >
          {(found) => (
            <CardGrid>
              {found.map((test) => (
                <GroupCard key={test.id} test={test} />
              ))}
            </CardGrid>
          )}
        </ListView>
      </Tabs>
    </div>
  );
}
