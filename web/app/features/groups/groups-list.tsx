import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button';
import { ListView, useListFilter } from '../../ui/list-page';
import { EmptyState } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { GroupCard, GroupCardSkeleton } from './group-card';
import { groupsQuery, readGroupList, tabs } from './queries';
import { useLiveGroups } from './use-live-groups';

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';

/** The groups of one tab, a page at a time; tab and page live in the address. */
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
          skeleton={
            <div className={grid}>
              {[1, 2, 3, 4, 5, 6].map((place) => (
                <GroupCardSkeleton key={place} />
              ))}
            </div>
          }
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
            <div className={grid}>
              {found.map((test) => (
                <GroupCard key={test.id} test={test} />
              ))}
            </div>
          )}
        </ListView>
      </Tabs>
    </div>
  );
}
