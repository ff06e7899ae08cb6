import { useQueryClient } from '@tanstack/react-query';
import type { LabPhoto, RedactionProposal as Proposal } from '@vialproof/contract/lab';
import { formatDateTime } from '@vialproof/science/calendar/dates';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../../lib/api';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Notice } from '../../../ui/states';
import { StoredImage } from '../../../ui/stored-image';
import { notify } from '../../../ui/toast';
import { useStep } from '../../use-step';

/** A proposal to make parts of a photo black: both pictures side by side, and two buttons for the second person. */
export function RedactionProposal({
  id,
  photo,
  proposal,
}: {
  id: string;
  photo: LabPhoto;
  proposal: Proposal;
}) {
  const sides = [
    { name: 'Original', path: photo.url },
    { name: 'Redacted', path: proposal.url },
  ];
  return (
    <Notice tone="wait">
      <div className="grid min-w-0 gap-3">
        <h3 className="font-medium">A redaction waits for a second person</h3>
        <p className="wrap-anywhere">
          {`Proposed by ${proposal.by}, ${formatDateTime(proposal.at)}: “${proposal.reason}” Nobody outside sees this photo until it is confirmed or refused.`}
        </p>
        <ul className="grid gap-3 sm:grid-cols-2">
          {sides.map(({ name, path }) => (
            <li key={name}>
              <figure className="grid gap-1">
                <StoredImage
                  path={path}
                  alt={`${name} photo of the vial`}
                  width={photo.width}
                  height={photo.height}
                  className="h-auto w-full rounded-sm border border-rule bg-wash"
                />
                <figcaption className="label">{name}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
        {proposal.may_decide ? (
          <Decision id={id} photo={photo} proposal={proposal} />
        ) : (
          <p>Another reviewer or admin confirms or refuses it.</p>
        )}
      </div>
    </Notice>
  );
}

const QUESTIONS = {
  confirm: {
    title: 'Confirm this redaction?',
    action: 'Destroy the original',
    busyAction: 'Confirming…',
    done: 'The redacted photo is shown. The original is being destroyed.',
    says: 'Everybody sees the redacted photo. The original is destroyed for ever; its SHA-256, both names and the reason stay.',
  },
  refuse: {
    title: 'Refuse this redaction?',
    action: 'Bring the original back',
    busyAction: 'Refusing…',
    done: 'The original is shown again.',
    says: 'Everybody sees the original again, and the redacted copy is destroyed.',
  },
};

function Decision({ id, photo, proposal }: { id: string; photo: LabPhoto; proposal: Proposal }) {
  const [asked, setAsked] = useState<keyof typeof QUESTIONS>('confirm');
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const decide = useStep(id, async (what: keyof typeof QUESTIONS) => {
    const { redaction } = api.lab.requests[':id'].photos[':photo_id'];
    const seen = { param: { id, photo_id: photo.id }, query: { proposal: proposal.id } };
    const answer = await parseResponse(
      what === 'confirm' ? redaction.confirm.$post(seen) : redaction.refuse.$post(seen),
    );
    void queries.invalidateQueries({ queryKey: ['file', photo.url] });
    return answer;
  });
  const question = QUESTIONS[asked];
  const ask = (what: keyof typeof QUESTIONS) => {
    decide.reset();
    setAsked(what);
    setAsking(true);
  };
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:grow">
      <Button variant="secondary" onClick={() => ask('refuse')}>
        Refuse
      </Button>
      <Button onClick={() => ask('confirm')}>Confirm</Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={question.title}
        action={question.action}
        busyAction={question.busyAction}
        danger={asked === 'confirm'}
        step={decide}
        onConfirm={() =>
          decide.mutate(asked, {
            onSuccess: () => {
              notify.success(question.done);
              setAsking(false);
            },
          })
        }
      >
        <p>{question.says}</p>
      </ConfirmDialog>
    </div>
  );
}
