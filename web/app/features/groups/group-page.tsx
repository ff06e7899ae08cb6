import { useQuery } from '@tanstack/react-query';
import type { GroupDetail } from '@vialproof/contract/group-tests';
import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '../../lib/session';
import { BackLink } from '../../ui/back-link';
import { Button } from '../../ui/button';
import { useHydrated } from '../../ui/figures';
import { QueryView } from '../../ui/query-view';
import { Skeleton } from '../../ui/states';
import { CostDetails, CostPanel } from './cost-panel';
import { GroupBadge, SeatsBar } from './funding';
import { Gathering } from './gathering';
import { GroupActions } from './group-actions';
import { NextStep } from './next-step';
import { ownPart } from './offered-actions';
import { OwnShare } from './own-share';
import { groupQuery, useLiveGroups } from './queries';
import { Settled } from './settled';
import { useGroupAction } from './use-group-action';
import { isSettled, standing, timeLeft, titleOf } from './words';

// Visitors who are not signed in never see this part, so its code is not loaded for them.
const OrganizerTools = lazy(() => import('./organizer-tools'));

/**
 * The page of one group. `isAbsent`: the server found no such group for a reader who is not signed in, so the browser
 * asks again.
 */
export function GroupPage({ id, isAbsent = false }: { id: string; isAbsent?: boolean }) {
  const session = useSession();
  const group = useQuery(groupQuery(id));
  useLiveGroups(id);
  const { data, refetch } = group;
  // The server does not know who reads. A signed-in user sees more, so the browser asks again.
  const lacksViewer = Boolean(session && data && !data.viewer);
  useEffect(() => {
    if (lacksViewer) void refetch();
  }, [lacksViewer, refetch]);

  const skeleton = (
    <div className="grid gap-6">
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="h-72" />
    </div>
  );
  return (
    <div className={data ? 'contents' : 'page py-16'}>
      {isAbsent && group.isPending ? (
        <GroupNotFound />
      ) : (
        <QueryView query={group} skeleton={skeleton} absent={<GroupNotFound />}>
          {(found) => <Group id={id} group={found} />}
        </QueryView>
      )}
    </div>
  );
}

function GroupNotFound() {
  return (
    <section className="grid min-h-[60vh] content-center justify-items-start gap-5">
      <h1 className="display-2">Test Not Found</h1>
      <p className="text-ink-soft">
        There is no group test at this address. The link may have lost a character.
      </p>
      <Button to="/group-tests">Back to Group Tests</Button>
    </section>
  );
}

/** State, title, and one sentence about what happens now and what the reader must do. */
function Head({ group }: { group: GroupDetail }) {
  const { test, viewer } = group;
  const hydrated = useHydrated();
  const isOpen = test.status === 'open' || test.status === 'last_moment';
  const until = isOpen ? test.deadline_at : test.suspended_until;
  const left = until && hydrated ? timeLeft(until, Date.now()) : null;
  const part = viewer ? ownPart(test, viewer) : null;
  return (
    <header className="mt-2 mb-8 grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <GroupBadge test={test} />
        {left ? <span className="text-ink-soft text-sm">{left}</span> : null}
        {test.is_public ? null : (
          <span className="text-ink-soft text-sm">Not listed: only the link leads here</span>
        )}
      </div>
      <h1 className="display-1 wrap-anywhere max-w-[20ch]">{titleOf(test)}</h1>
      <p className="wrap-anywhere max-w-[60ch] text-ink-soft text-lg">{standing(group)}</p>
      {part || viewer?.share ? (
        <div className="max-w-[60ch]">
          {part ? <p className="font-medium">{part}</p> : null}
          {viewer?.share ? <OwnShare test={test} viewer={viewer} /> : null}
        </div>
      ) : null}
    </header>
  );
}

function Group({ id, group }: { id: string; group: GroupDetail }) {
  const { test, viewer } = group;
  const action = useGroupAction(id);
  const settled = isSettled(test);
  const hasDue = viewer?.shares.some(({ status }) => status === 'due');
  // The form for paying has its own frame.
  const isPaying = settled && hasDue;
  const hasStep =
    !settled || test.request_id || viewer?.request || test.open_shares.length > 0 || hasDue || action.refusal;
  return (
    <div className="page pt-8 pb-20 md:pt-12">
      <BackLink to="/group-tests">All group tests</BackLink>
      <Head group={group} />
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
        {settled ? (
          <Settled id={id} group={group} action={action} />
        ) : (
          <Gathering id={id} group={group} action={action} />
        )}
        <aside className="order-first grid min-w-0 grid-cols-1 content-start gap-6 lg:sticky lg:top-24 lg:order-none lg:self-start">
          {hasStep ? (
            <div
              className={`grid grid-cols-1 gap-4 ${isPaying ? '' : 'rounded-sm border border-rule bg-sheet p-5'}`}
            >
              {settled ? (
                <NextStep id={id} group={group} action={action} />
              ) : (
                <>
                  <SeatsBar test={test} />
                  <CostPanel test={test} viewer={viewer} />
                </>
              )}
              <GroupActions id={id} group={group} action={action} />
              {settled ? null : <CostDetails test={test} />}
            </div>
          ) : null}
          {viewer?.may.message ? (
            <Suspense fallback={<Skeleton className="h-40" />}>
              <OrganizerTools id={id} group={group} viewer={viewer} action={action} />
            </Suspense>
          ) : null}
        </aside>
      </div>
    </div>
  );
}
