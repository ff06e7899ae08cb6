import type { ReactNode } from 'react';
import { Button } from '../ui/button';
import { Notice } from '../ui/states';

/** Says that another person has saved the object that the user edits here. Nothing is lost until the user decides. */
export function ConflictNotice({
  what,
  children,
  onKeepMine,
  onTakeTheirs,
}: {
  /** A sentence that says what the other person changed. */
  what: string;
  /** The user's changes and the other person's changes, for comparison. */
  children: ReactNode;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) {
  return (
    <Notice tone="bad">
      <div role="alert" className="grid gap-4">
        <strong className="font-medium text-bad">{what}</strong>
        {children}
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={onKeepMine}>
            Keep mine, replacing theirs at the next save
          </Button>
          <Button variant="danger" onClick={onTakeTheirs}>
            Take theirs and discard mine
          </Button>
        </div>
      </div>
    </Notice>
  );
}
