import type { Revision } from '@vialproof/contract/lab';
import { MeasurementTable } from '../../ui/measurement-table';
import { ConflictNotice } from '../conflict-notice';
import { RecordView } from './record-fields';

/** Shows both versions of a draft that two people have changed. */
export function DraftConflict({
  theirs,
  ...decide
}: {
  theirs: Revision;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) {
  return (
    <ConflictNotice
      what={`Somebody else saved this draft while you were writing (version ${theirs.version}).`}
      {...decide}
    >
      <p>What you typed is still in the form below. Compare, then decide.</p>
      <details open className="rounded-sm border border-rule bg-sheet p-4">
        <summary className="min-h-11 font-medium">Their version</summary>
        <div className="grid gap-3">
          <p className="font-medium">{theirs.title || 'No title'}</p>
          <p className="whitespace-pre-line">{theirs.summary || 'No summary'}</p>
          <MeasurementTable rows={theirs.measurements} />
          <RecordView record={theirs.record} />
        </div>
      </details>
    </ConflictNotice>
  );
}
