import type { Revision } from '@vialproof/contract/lab';
import { MeasurementTable } from '../../ui/measurement-table';
import { AttachmentList } from './attachments';
import { TraceView } from './trace-view';

/** A revision as it was handed in: nothing can be typed here. */
export function RevisionView({ revision }: { revision: Revision }) {
  const people = revision.contributors.map((person) => person.display_name).join(', ');
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <h3 className="font-medium text-lg">{revision.title || 'No title'}</h3>
        <p className="max-w-prose whitespace-pre-line">{revision.summary}</p>
        {people ? <p className="text-ink-soft text-sm">Worked on by {people}.</p> : null}
      </div>
      {revision.measurements.length > 0 ? (
        <MeasurementTable rows={revision.measurements} />
      ) : (
        <p className="text-ink-soft">No measurements.</p>
      )}
      {revision.chromatogram ? <TraceView data={revision.chromatogram} revision={revision.revision} /> : null}
      <AttachmentList attachments={revision.attachments} />
    </div>
  );
}
