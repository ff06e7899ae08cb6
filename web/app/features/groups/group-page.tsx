import { useQuery } from '@tanstack/react-query';
import type { GroupDetail } from '@vialproof/contract/group-tests';
import { formatMoney } from '@vialproof/science/money/money';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useSession } from '../../lib/session';
import { BackLink } from '../../ui/back-link';
import { Button } from '../../ui/button';
import { Instant, useHydrated } from '../../ui/figures';
import { QueryView } from '../../ui/query-view';
import { Skeleton } from '../../ui/states';
import { CostPanel } from './cost-panel';
import { GroupBadge, SeatsBar } from './funding';
import { GroupActions } from './group-actions';
import { GroupFacts } from './group-facts';
import { History } from './history';
import { ownPart } from './offered-actions';
import { OwnShare } from './own-share';
import { Members, Volunteers } from './people';
import { PersonName } from './person-name';
import { groupQuery, useLiveGroups } from './queries';
import { useGroupAction } from './use-group-action';
import { standing, timeLeft, titleOf } from './words';

// Visitors never see these parts of the page, so the code of these parts is not loaded for a visitor.
const OwnRequest = lazy(() => import('./own-request'));
const OrganizerTools = lazy(() => import('./organizer-tools'));
const AccountsPanel = lazy(() => import('./accounts-panel'));

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-rule border-t pt-5">
      <h2 className="display-3">{title}</h2>
      {children}
    </section>
  );
}

/**
 * The page of one group: facts, costs, members and actions. `isAbsent`: the server found no such group for an anonymous
 * reader and rendered the page without it, so the browser asks again.
 */
export function GroupPage({ id, isAbsent = false }: { id: string; isAbsent?: boolean }) {
  const session = useSession();
  const group = useQuery(groupQuery(id));
  useLiveGroups(id);
  const { data, refetch } = group;
  // The server rendered the page for an anonymous reader. A signed-in user sees more, so the browser asks again.
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

function Group({ id, group }: { id: string; group: GroupDetail }) {
  const { test, viewer } = group;
  const action = useGroupAction(id);
  const hydrated = useHydrated();
  const isOpen = test.status === 'open' || test.status === 'last_moment';
  const until = isOpen ? test.deadline_at : test.suspended_until;
  const left = until && hydrated ? timeLeft(until, Date.now()) : null;
  // A share that its member lost before paying has no entries in the accounts.
  const hasPaid = viewer?.shares.some(({ status }) => status === 'paid' || status === 'refunded');
  const isOver = test.status === 'complete' || test.status === 'cancelled';
  const isEndedEarly = test.status === 'cancelled' && test.locked_at === null;
  const isInside = viewer && (viewer.is_member || viewer.is_organizer || viewer.is_admin || hasPaid);
  const part = viewer ? ownPart(test, viewer, formatMoney) : null;
  const messages = group.events.filter(({ kind }) => kind === 'message');
  return (
    <div className="page pt-8 pb-20 md:pt-12">
      <BackLink to="/group-tests">All group tests</BackLink>
      <header className="mt-2 mb-8 grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <GroupBadge test={test} />
          {left ? <span className="text-ink-soft text-sm">{left}</span> : null}
          {test.is_public ? null : (
            <span className="text-ink-soft text-sm">Not listed: only the link leads here</span>
          )}
        </div>
        <h1 className="display-1 wrap-anywhere max-w-[20ch]">{titleOf(test)}</h1>
        <p className="max-w-[60ch] text-ink-soft text-lg">{standing(group)}</p>
        {part ? <p className="max-w-[60ch] font-medium">{part}</p> : null}
        {viewer?.share ? <OwnShare test={test} viewer={viewer} /> : null}
        {test.request_id ? (
          <p>
            <Button to={`/tests/${test.request_id}`}>
              {test.status === 'complete' ? 'Read the result' : 'See the test'}
            </Button>
          </p>
        ) : null}
      </header>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
        <div className="grid min-w-0 content-start gap-10">
          {test.description ? (
            <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-line">
              {test.description}
            </p>
          ) : null}
          <GroupFacts test={test} />
          {viewer?.request && test.status !== 'cancelled' ? (
            <Suspense fallback={<Skeleton className="h-20" />}>
              <OwnRequest id={id} request={viewer.request} viewer={viewer} action={action} />
            </Suspense>
          ) : null}
          <Part title="Members">
            <Members members={group.members} />
          </Part>
          <Part title="Volunteers">
            {isOver ? null : (
              <p className="max-w-prose text-ink-soft text-sm">
                The vial comes from the volunteer whom the organizer chose, else from the organizer.
              </p>
            )}
            <Volunteers
              volunteers={group.volunteers}
              isOver={isOver}
              onDecide={viewer?.may.decide ? { id, action } : undefined}
            />
          </Part>
          {messages.length > 0 ? (
            <Part title="Messages">
              <ul className="grid gap-4">
                {messages.map(({ at, text, display_name, is_staff }) => (
                  <li key={at} className="border-accent border-l-2 pl-4">
                    <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                      {text}
                    </p>
                    <p className="wrap-anywhere mt-1 text-ink-soft text-sm">
                      <PersonName name={display_name ?? 'Somebody'} isStaff={is_staff} />,{' '}
                      <Instant at={at} exact />
                    </p>
                  </li>
                ))}
              </ul>
            </Part>
          ) : null}
          {isInside && !isEndedEarly ? (
            <Part title="Shares and money">
              <Suspense fallback={<Skeleton className="h-40" />}>
                <AccountsPanel id={id} />
              </Suspense>
            </Part>
          ) : null}
          <Part title="History">
            <History events={group.events} />
          </Part>
        </div>
        <aside className="order-first grid content-start gap-6 lg:sticky lg:top-24 lg:order-none lg:self-start">
          <div className="grid gap-5 rounded-sm border border-rule bg-sheet p-5">
            <SeatsBar test={test} />
            <CostPanel test={test} viewer={viewer} />
            <GroupActions id={id} group={group} action={action} />
          </div>
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
