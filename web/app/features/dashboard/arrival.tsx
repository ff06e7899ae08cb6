import type { MyTestDetail } from '@vialproof/contract/orders';
import { REJECTION_NEXT, REJECTION_WORDS } from '@vialproof/contract/sample-rejection';
import { formatDate } from '@vialproof/science/calendar/dates';
import { Instant } from '../../ui/figures';
import { Notice } from '../../ui/states';
import { PictureRow } from '../../ui/stored-image';
import { Part } from './part';

/** Says why the laboratory refused the last sample, and what to do now. Renders nothing without a refusal. */
export function RefusedSample({ detail: { request, sender } }: { detail: MyTestDetail }) {
  const refused = request.timeline.findLast(({ kind }) => kind === 'sample_refused');
  if (!refused) return null;
  const words = REJECTION_WORDS[refused.reason ?? 'other'];
  return (
    <Notice tone="bad">
      <div className="grid max-w-prose gap-2">
        <h2 className="font-medium text-bad">
          We could not accept the sample that arrived on <Instant at={refused.at} />.
        </h2>
        <p>{words.wrong}</p>
        {refused.note ? <p>{`The laboratory noted: “${refused.note}”`}</p> : null}
        <p>
          <strong className="font-medium">What happens next:</strong>{' '}
          {sender ? (
            <span key="group">
              {sender.is_viewer ? words.send : 'The sender of the group sends another vial.'}
            </span>
          ) : (
            <span key="own">{`${words.send} ${REJECTION_NEXT}`}</span>
          )}
        </p>
      </div>
    </Notice>
  );
}

/** Photos of the vial, taken when the laboratory received it. */
export function VialPhotos({ detail: { photos } }: { detail: MyTestDetail }) {
  if (photos.length === 0) return null;
  return (
    <Part level={3} title={photos.length === 1 ? 'Photo of the vial' : 'Photos of the vial'}>
      <PictureRow
        pictures={photos}
        alt="The vial"
        caption={({ refused, taken_at }) =>
          `${refused ? 'The sample that was refused' : 'As it arrived'}, ${formatDate(taken_at)}`
        }
        action={({ redacted_after_issue }) =>
          redacted_after_issue?.map(({ sha256, text }) => (
            <p key={sha256} className="wrap-anywhere text-ink-soft text-sm first-letter:uppercase">
              {text}
            </p>
          ))
        }
      />
    </Part>
  );
}
