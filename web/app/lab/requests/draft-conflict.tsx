import type { Revision } from '@vialproof/contract/lab';
import { Button } from '../../ui/button';
import { MeasurementTable } from '../../ui/measurement-table';
import { Notice } from '../../ui/states';

/** Both sides of a draft that two people changed. Nothing is lost until somebody decides. */
export function DraftConflict({
  theirs,
  onKeepMine,
  onTakeTheirs,
}: {
  theirs: Revision;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) {
  return (
    <Notice tone="bad">
      <div role="alert" className="grid gap-4">
        <p>
          <strong className="font-medium text-bad">
            Somebody else saved this draft while you were writing (version {theirs.version}).
          </strong>{' '}
          What you typed is still in the form below. Compare, then decide.
        </p>
        <details open className="rounded-sm border border-rule bg-sheet p-4">
          <summary className="min-h-11 font-medium">Their version</summary>
          <div className="grid gap-3">
            <p className="font-medium">{theirs.title || 'No title'}</p>
            <p className="whitespace-pre-line">{theirs.summary || 'No summary'}</p>
            <MeasurementTable rows={theirs.measurements} />
          </div>
        </details>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={onKeepMine}>
            Keep mine, replacing theirs at the next save
          </Button>
          <Button variant="danger" onClick={onTakeTheirs}>
            Take theirs and discard what I typed
          </Button>
        </div>
      </div>
    </Notice>
  );
}
