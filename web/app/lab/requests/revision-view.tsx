import type { Revision } from '@vialproof/contract/lab';
import { SIGNATURE_SENTENCES } from '@vialproof/contract/signatures';
import { exactMoment } from '@vialproof/science/calendar/dates';
import { lazy, Suspense } from 'react';
import { MeasurementTable } from '../../ui/measurement-table';
import { Skeleton } from '../../ui/states';
import { AttachmentList } from './attachments';
import { TraceNotes } from './chromatogram/trace-notes';
import { RecordView } from './record-fields';
import { TraceView } from './trace-view';

const FullTrace = lazy(() => import('./chromatogram/full-trace'));

/**
 * A result that was given to a second person. It cannot be edited. `whole` is the sample, for all points of the
 * chromatogram.
 */
export function RevisionView({ revision, whole }: { revision: Revision; whole?: { id: string } }) {
  const { chromatogram } = revision;
  const people = revision.contributors.map((person) => person.display_name).join(', ');
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <h3 className="font-medium text-lg">{revision.title || 'No title'}</h3>
        <p className="max-w-prose whitespace-pre-line">{revision.summary}</p>
        {people ? <p className="text-ink-soft text-sm">{`Worked on by ${people}.`}</p> : null}
        {revision.signatures.map(({ meaning, name, at }) => (
          <p key={meaning} className="max-w-prose text-ink-soft text-sm">
            <span className="font-medium text-ink">{name}</span>,{' '}
            <span className="figures">{exactMoment(at)}</span>: “{SIGNATURE_SENTENCES[meaning]}”
          </p>
        ))}
      </div>
      {/* The next element has a top border, so without this rule there would be two borders. */}
      <div className="[&_tbody>tr:last-child]:border-b-0">
        <MeasurementTable rows={revision.measurements} />
      </div>
      <RecordView record={revision.record} />
      {chromatogram && whole ? (
        <div className="grid gap-4">
          <TraceNotes id={whole.id} data={chromatogram} revision={revision.revision} />
          <Suspense fallback={<Skeleton className="h-110 w-full" />}>
            <FullTrace id={whole.id} revision={revision.revision} data={chromatogram} />
          </Suspense>
        </div>
      ) : null}
      {chromatogram && !whole ? <TraceView data={chromatogram} revision={revision.revision} /> : null}
      <AttachmentList attachments={revision.attachments} />
    </div>
  );
}
