import type { GroupDetail, GroupTest, GroupViewer } from '@vialproof/contract/group-tests';
import { formatMoney } from '@vialproof/science/money/money';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Details } from '../../ui/details';
import { TextArea } from '../../ui/inputs';
import { SpecimenForm } from './specimen-form';
import type { GroupAction } from './use-group-action';

/** Says how much each member pays if the organizer finalises the group now. */
function finalCosts({ cost_cents: cost, joined_count: joined, min_participants: min }: GroupTest): string {
  if (joined < min) {
    return `Members who did not agree to cover the gap pay ${formatMoney(Math.floor(cost / min))}. Those who agreed share the rest, never above what they agreed to.`;
  }
  const isEven = cost % joined === 0;
  return `Shares are fixed at ${isEven ? '' : 'no more than '}${formatMoney(Math.ceil(cost / joined))} each.`;
}

/** What organizer and admin can do: fix the shares, write to the members, describe the vial, cancel the group. */
export default function OrganizerTools({
  id,
  group,
  viewer,
  action,
}: {
  id: string;
  group: GroupDetail;
  viewer: GroupViewer;
  action: GroupAction;
}) {
  const [asking, setAsking] = useState<'finalise' | 'cancel' | null>(null);
  const [text, setText] = useState('');
  const { test } = group;
  const ask = (what: typeof asking) => {
    action.forget();
    setAsking(what);
  };
  const close = () => setAsking(null);
  const wasLocked = test.locked_at !== null;
  return (
    <section className="grid gap-4 rounded-sm border border-rule bg-sheet p-5">
      <h2 className="display-3">{viewer.is_organizer ? 'Your group' : 'As an admin'}</h2>
      {viewer.may.finalise ? (
        <Button variant="secondary" wide onClick={() => ask('finalise')}>
          Finalise now
        </Button>
      ) : null}
      <div>
        {viewer.specimen?.is_editable ? (
          <Details title="The vial" note={viewer.specimen.compound_name ? undefined : 'optional'}>
            <SpecimenForm id={id} specimen={viewer.specimen} action={action} />
          </Details>
        ) : null}
        {viewer.may.message ? (
          <Details title="Write to the members">
            <form
              className="grid gap-3"
              onSubmit={(event) => {
                event.preventDefault();
                action.run(
                  'message',
                  () =>
                    parseResponse(api['group-tests'][':id'].message.$post({ param: { id }, json: { text } })),
                  undefined,
                  () => setText(''),
                );
              }}
            >
              <TextArea
                label="Message to the members"
                rows={3}
                maxLength={2000}
                help="They get it by mail and see it here. No addresses are shown."
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
              <Button
                type="submit"
                variant="secondary"
                busy={action.step('message').isPending}
                disabled={text.trim() === ''}
              >
                {action.step('message').isPending ? 'Sending…' : 'Send the message'}
              </Button>
            </form>
          </Details>
        ) : null}
      </div>
      {viewer.may.cancel ? (
        <Button variant="quiet" wide onClick={() => ask('cancel')}>
          Cancel the group
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking === 'finalise'}
        onClose={close}
        title="Finalise the group now?"
        back="Not yet"
        action="Finalise"
        step={action.step('finalise')}
        onConfirm={() =>
          action.run(
            'finalise',
            () => parseResponse(api['group-tests'][':id'].finalise.$post({ param: { id } })),
            undefined,
            close,
          )
        }
      >
        <p>{finalCosts(test)}</p>
        <p>
          <span>
            {test.joined_count === 1 ? 'The one member' : `Each of the ${test.joined_count} members`}
          </span>{' '}
          is asked to pay within seven days. Nobody can join or leave after this.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'cancel'}
        onClose={close}
        title="Cancel the group?"
        back="Keep the group"
        action="Cancel the group"
        danger
        step={action.step('cancel')}
        onConfirm={() =>
          action.run(
            'cancel',
            () => parseResponse(api['group-tests'][':id'].cancel.$post({ param: { id } })),
            undefined,
            close,
          )
        }
      >
        <p>
          The group ends for good, and its members are told.{' '}
          <span>
            {wasLocked
              ? 'Everything that was paid goes back. A vial in the mail is kept for 30 days and then destroyed.'
              : 'Nobody was charged.'}
          </span>
        </p>
      </ConfirmDialog>
    </section>
  );
}
