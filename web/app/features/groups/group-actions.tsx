import { neededBy } from '@vialproof/contract/group-seats';
import type { GroupDetail } from '@vialproof/contract/group-tests';
import { parseResponse } from 'hono/client';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../lib/api';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { useHydrated } from '../../ui/figures';
import { ShareLink } from './share-link';
import type { GroupAction } from './use-group-action';

const PayShare = lazy(() =>
  import('./pay-share').then(({ PayShare: component }) => ({ default: component })),
);
const Refusal = lazy(() => import('./refusal'));
const VolunteerDialog = lazy(() => import('./volunteer-dialog'));
const AgreeDialog = lazy(() => import('./agree-dialog'));
const TakeShareDialog = lazy(() => import('./take-share-dialog'));

/** Join, leave, agree, volunteer. Shown to everybody; the server decides, and its refusal stands under the buttons. */
export function GroupActions({ id, group, action }: { id: string; group: GroupDetail; action: GroupAction }) {
  const { test, viewer } = group;
  const [asking, setAsking] = useState<'volunteer' | 'agree' | 'take' | null>(null);
  const ask = (what: typeof asking) => {
    action.forget();
    setAsking(what);
  };
  const hydrated = useHydrated();
  // Drawn for a stranger; what somebody who is signed in may do is on its way.
  const session = useSession();
  const isReady = hydrated && (!session || viewer !== undefined);
  /** `cents`: what the person was told that it comes to. */
  const step = (name: 'join' | 'leave' | 'agree', cents?: number) => {
    const json = { action: name, ...(cents === undefined ? {} : { amount_cents: cents }) };
    action.run(
      name,
      () => parseResponse(api['group-tests'][':id'].join.$post({ param: { id }, json })),
      undefined,
      () => setAsking(null),
    );
  };
  const busy = (name: string) => action.running === name;
  const isOver = test.status === 'complete' || test.status === 'cancelled';
  const needsMore = neededBy(test) > 0 && test.locked_at === null;
  const [open] = test.open_shares;
  /** What taking the open share is called for this person. */
  const taking = !open || !viewer ? null : viewer.may.join ? 'join' : viewer.may.agree ? 'agree' : null;
  const due = viewer?.shares.find(({ status }) => status === 'due');
  if (isOver) return <ShareLink title={test.title} />;
  return (
    <div className="grid gap-3">
      {due ? (
        <Suspense fallback={null}>
          <PayShare share={due} />
        </Suspense>
      ) : null}
      <div inert={!isReady} className="grid grid-cols-2 gap-3">
        <Button
          variant={viewer && !viewer.may.join ? 'secondary' : 'primary'}
          busy={busy('join')}
          onClick={() => (taking === 'join' ? ask('take') : step('join'))}
        >
          Join
        </Button>
        <Button variant="secondary" busy={busy('leave')} onClick={() => step('leave')}>
          Leave
        </Button>
        {needsMore || open ? (
          <div className="col-span-2">
            <Button
              variant="secondary"
              busy={busy('agree')}
              onClick={() => (viewer?.gap ? ask('agree') : taking === 'agree' ? ask('take') : step('agree'))}
              wide
            >
              Agree to cover gap
            </Button>
          </div>
        ) : null}
        <div className="col-span-2">
          <Button
            variant="secondary"
            busy={busy('volunteer')}
            onClick={() => (viewer ? ask('volunteer') : action.run('volunteer', () => Promise.reject()))}
            wide
          >
            Volunteer vial
          </Button>
        </div>
      </div>
      <div role="alert" className="empty:hidden">
        {action.refusal ? (
          <Suspense fallback={action.refusal}>
            <Refusal text={action.refusal} />
          </Suspense>
        ) : null}
      </div>
      <ShareLink title={test.title} />
      <Suspense fallback={null}>
        {asking === 'volunteer' ? (
          <VolunteerDialog id={id} action={action} onClose={() => setAsking(null)} />
        ) : null}
        {asking === 'agree' && viewer?.gap ? (
          <AgreeDialog
            mostCents={viewer.gap.most_cents}
            busy={busy('agree')}
            refusal={action.refusal}
            onClose={() => setAsking(null)}
            onAgree={() => step('agree', viewer.gap?.most_cents)}
          />
        ) : null}
        {asking === 'take' && viewer && open && taking ? (
          <TakeShareDialog
            cents={open.amount_cents}
            viewer={viewer}
            busy={busy(taking)}
            refusal={action.refusal}
            onClose={() => setAsking(null)}
            onTake={() => step(taking, open.amount_cents)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
