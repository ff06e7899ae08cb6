import { TAKEN_PAY_HOURS } from '@vialproof/contract/group-deadlines';
import type { GroupDetail, GroupViewer } from '@vialproof/contract/group-tests';
import { formatMoney } from '@vialproof/science/money/money';
import { lazy } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import type { ActionName } from './offered-actions';
import type { GroupAction } from './use-group-action';

const VolunteerDialog = lazy(() => import('./volunteer-dialog'));

const paidCents = ({ shares }: GroupViewer) =>
  shares.reduce((sum, { status, amount_cents: cents }) => sum + (status === 'paid' ? cents : 0), 0);

/**
 * Asks before an action in a group, and says what it can cost at most. `taking` is the name of the action that takes an
 * unpaid share. The code loads with the first question.
 */
export default function GroupDialog({
  id,
  action,
  asking,
  taking,
  group: { test, viewer },
  onStep,
  onClose,
}: {
  id: string;
  action: GroupAction;
  asking: ActionName | 'take';
  taking: 'join' | 'agree' | null;
  group: GroupDetail;
  onStep: (name: 'join' | 'leave' | 'agree', cents?: number) => void;
  onClose: () => void;
}) {
  const [open] = test.open_shares;
  if (asking === 'volunteer') return <VolunteerDialog {...{ id, action, onClose }} />;
  if (asking === 'leave') {
    return (
      <ConfirmDialog
        onClose={onClose}
        title="Leave the group?"
        back="Stay in the group"
        action="Leave the group"
        danger
        step={action.step('leave')}
        onConfirm={() => onStep('leave')}
      >
        <p>
          Your seat becomes free for somebody else, and an agreement to cover the gap ends with it. Nothing
          was charged. You can join again while seats are free.
        </p>
      </ConfirmDialog>
    );
  }
  if (asking === 'agree' && viewer?.gap) {
    const { most_cents: most } = viewer.gap;
    return (
      <ConfirmDialog
        onClose={onClose}
        title="Agree to cover the gap?"
        back="Not now"
        action={`Agree up to ${formatMoney(most)}`}
        step={action.step('agree')}
        onConfirm={() => onStep('agree', most)}
      >
        <p>
          You would pay <strong className="font-medium">{formatMoney(most)}</strong> at the very most: if
          nobody else joins and nobody else agrees. Each further member and each further agreement makes it
          less. You are never asked for more than this.
        </p>
      </ConfirmDialog>
    );
  }
  if (asking !== 'take' || !viewer || !open || !taking) return null;
  const price = formatMoney(open.amount_cents);
  const paid = paidCents(viewer);
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Take the open share?"
      back="Not now"
      action={`Agree to pay ${price}`}
      step={action.step(taking)}
      onConfirm={() => onStep(taking, open.amount_cents)}
    >
      <p>
        You agree to pay <strong className="font-medium">{price}</strong>
        <span>
          {paid > 0
            ? ` within ${TAKEN_PAY_HOURS} hours, in addition to the ${formatMoney(paid)} that you paid.`
            : ` within ${TAKEN_PAY_HOURS} hours.`}
        </span>
      </p>
      <p>
        Nothing is charged by itself: you pay by card or crypto on the next step. If you do not pay in time,
        the share goes to somebody else.
      </p>
    </ConfirmDialog>
  );
}
