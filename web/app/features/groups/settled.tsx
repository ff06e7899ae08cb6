import type { GroupDetail } from '@vialproof/contract/group-tests';
import { lazy, Suspense } from 'react';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { Skeleton } from '../../ui/states';
import { CostLines } from './cost-panel';
import { GroupFacts } from './group-facts';
import { History } from './history';
import { Messages } from './messages';
import { Members, Volunteers } from './people';
import { ShareLink } from './share-link';
import type { GroupAction } from './use-group-action';
import { VolunteerOffer } from './volunteer-offer';
import { entries, isOver, senderOf } from './words';

// Visitors who are not signed in never see the shares, so their code is not loaded.
const AccountsPanel = lazy(() => import('./accounts-panel'));

/** A group whose shares are fixed, or which is over: its shares, and in a closed part what led to them. */
export function Settled({ id, group, action }: { id: string; group: GroupDetail; action: GroupAction }) {
  const { test, members, volunteers, viewer } = group;
  // A share that a member lost before paying has no payments.
  const hasPaid = viewer?.shares.some(({ status }) => status === 'paid' || status === 'refunded');
  const isInside = viewer && (viewer.is_member || viewer.is_organizer || viewer.is_admin || hasPaid);
  const isAsked = viewer?.may.decide && volunteers.some(({ status }) => status === 'requested');
  const offers = (
    <>
      <Volunteers group={group} onDecide={viewer?.may.decide ? { id, action } : undefined} />
      {viewer?.may.volunteer ? <VolunteerOffer id={id} action={action} sender={senderOf(group)} /> : null}
    </>
  );
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-10">
      {isInside && test.locked_at ? (
        <section className="grid gap-3">
          <h2 className="display-3">Shares</h2>
          <Suspense fallback={<Skeleton className="h-40" />}>
            <AccountsPanel id={id} isSender={viewer.is_sender} />
          </Suspense>
        </section>
      ) : null}
      {isAsked && test.phase === 'collecting' ? (
        <section key="asked" className="grid gap-3">
          <h2 className="display-3">Volunteers</h2>
          {offers}
        </section>
      ) : null}
      <Messages events={group.events} />
      <div className="border-rule border-b">
        <Details level={2} title="About this group" note={test.sku_name}>
          {test.description ? (
            <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-line">
              {test.description}
            </p>
          ) : null}
          <GroupFacts test={test} />
          <div className="max-w-sm">
            <CostLines test={test} />
          </div>
          <div className="flex flex-wrap items-center gap-x-2">
            {test.request_id && viewer?.request?.unique_key ? (
              <Button to={`/tests/${test.request_id}`} variant="quiet">
                Public page of the test
              </Button>
            ) : null}
            <ShareLink title={test.title} />
          </div>
        </Details>
        <Details
          level={2}
          title="Members"
          note={`${test.joined_count} of ${test.target_participants} joined`}
        >
          <Members members={members} />
        </Details>
        {isAsked && test.phase === 'collecting' ? null : (
          <Details
            level={2}
            title="Volunteers"
            note={
              isOver(test) || test.phase === 'testing'
                ? `${volunteers.length} offered`
                : `${senderOf(group)} sends the vial`
            }
          >
            {offers}
          </Details>
        )}
        <Details level={2} title="History" note={entries(group.events.length)}>
          <History events={group.events} />
        </Details>
      </div>
    </div>
  );
}
