import type { GroupDetail } from '@vialproof/contract/group-tests';
import { parseResponse } from 'hono/client';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../../lib/api';
import { signInAddress } from '../../lib/next';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { useHydrated } from '../../ui/figures';
import { Notice } from '../../ui/states';
import { StepError } from '../../ui/step-error';
import { type ActionName, offeredActions } from './offered-actions';
import { SeenAs } from './seen-as';
import { ShareLink } from './share-link';
import type { GroupAction } from './use-group-action';
import { isSettled } from './words';

const PayShare = lazy(() =>
  import('./pay-share').then(({ PayShare: component }) => ({ default: component })),
);
const GroupDialog = lazy(() => import('./group-dialog'));

const labels: Record<ActionName, string> = {
  join: 'Join',
  agree: 'Agree to cover gap',
  leave: 'Leave',
  volunteer: 'Volunteer vial',
};

/** Why joining failed after the form had created this group. The form passes it on with the navigation. */
const joinFailure = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'joinFailed' in state ? String(state.joinFailed) : null;

function JoinFailed({ reason }: { reason: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {reason ? (
        <Notice tone="bad">
          <p className="wrap-anywhere">{`The group is created. Joining failed: ${reason}`}</p>
        </Notice>
      ) : null}
    </div>
  );
}

/**
 * The actions that the user has in this group: one primary action, and the others below. The server decides whether an
 * action is allowed, and its refusal is shown below.
 */
export function GroupActions({ id, group, action }: { id: string; group: GroupDetail; action: GroupAction }) {
  const { test, viewer } = group;
  const { pathname, state } = useLocation();
  const [asking, setAsking] = useState<ActionName | 'take' | null>(null);
  const ask = (what: typeof asking) => {
    action.forget();
    setAsking(what);
  };
  const hydrated = useHydrated();
  // The browser keeps what the form passed on over a reload. By then it is old, and the server's page is without it.
  const [joinFailed] = useState(() => (hydrated ? joinFailure(state) : null));
  // The server does not know the user, so the actions of a signed-in user load later.
  const session = useSession();
  const isReady = hydrated && (!session || viewer !== undefined);
  /** `cents` is the price that the page showed. */
  const step = (name: 'join' | 'leave' | 'agree', cents?: number) => {
    const json = { action: name, ...(cents === undefined ? {} : { amount_cents: cents }) };
    action.run(
      name,
      () => parseResponse(api['group-tests'][':id'].join.$post({ param: { id }, json })),
      undefined,
      () => setAsking(null),
    );
  };
  const [open] = test.open_shares;
  /** The name of the action with which the user takes an unpaid share. */
  const taking = !open || !viewer ? null : viewer.may.join ? 'join' : viewer.may.agree ? 'agree' : null;
  const due = viewer?.shares.find(({ status }) => status === 'due');
  const { primary, others } = offeredActions(test, viewer);
  const press = (name: ActionName) => {
    if (name === taking) ask('take');
    else if (name === 'join') step('join');
    else ask(name);
  };
  const button = (name: ActionName, variant: 'primary' | 'secondary') =>
    viewer ? (
      <Button
        key={name}
        variant={variant}
        wide
        busy={action.step(name).isPending}
        onClick={() => press(name)}
      >
        {labels[name]}
      </Button>
    ) : (
      <Button key={name} variant={variant} wide to={signInAddress('group', pathname)}>
        {labels[name]}
      </Button>
    );
  const isNew = viewer && !viewer.is_member && !viewer.is_organizer && viewer.volunteer === null;
  return (
    <>
      <JoinFailed reason={viewer?.is_member || !action.isUntried ? null : joinFailed} />
      {due ? (
        <Suspense fallback={null}>
          <PayShare share={due} />
        </Suspense>
      ) : null}
      {primary || others.length > 0 ? (
        // A link to the sign-in works before hydration. A signed-in user must wait until the actions are known.
        <div inert={viewer || session ? !isReady : false} className="grid gap-3">
          {primary ? button(primary, 'primary') : null}
          {others.map((name) => button(name, 'secondary'))}
        </div>
      ) : null}
      <StepError error={action.refusal} />
      {isNew && (primary || others.length > 0) ? <SeenAs /> : null}
      {isSettled(test) && !open ? null : <ShareLink title={test.title} />}
      <Suspense fallback={null}>
        {asking ? (
          <GroupDialog
            {...{ id, group, action, asking, taking }}
            onStep={step}
            onClose={() => setAsking(null)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
