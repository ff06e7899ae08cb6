import type { LabRequest } from '@vialproof/contract/lab';
import { Notice } from '../../ui/states';

/** The most important notice about the sample, for a person who holds the vial. */
export function Standing({ data: { request, may, draft } }: { data: LabRequest }) {
  if (draft?.state === 'draft' && draft.return_comment) {
    return (
      <Notice tone="wait">
        <strong className="font-medium">Returned by review:</strong>{' '}
        <span className="whitespace-pre-line">{draft.return_comment}</span>
      </Notice>
    );
  }
  switch (request.status) {
    case 'cancelled':
      return (
        <Notice tone="bad">
          <strong className="font-medium text-bad">This order is cancelled.</strong> Do not test. Keep the
          vial 30 days, then destroy it.
        </Notice>
      );
    case 'draft':
    case 'pending_payment':
      return (
        <Notice tone="wait">
          <strong className="font-medium">Not paid.</strong> Do not test. Set the vial aside.
        </Notice>
      );
    case 'paid':
      return <Notice tone="wait">Paid a moment ago; intake opens by itself.</Notice>;
    case 'awaiting_sample':
      return may.intake ? null : (
        <Notice tone="wait">This is your own order. Somebody else has to take the sample in.</Notice>
      );
    default:
      return null;
  }
}
