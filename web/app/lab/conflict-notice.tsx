import type { ReactNode } from 'react';
import { Button } from '../ui/button';
import { Notice } from '../ui/states';

/** Somebody else saved what is being changed here. Nothing is lost until one decides. */
export function ConflictNotice({
  what,
  children,
  onKeepMine,
  onTakeTheirs,
}: {
  /** What they saved, as a sentence. */
  what: string;
  /** What has become of the own changes, and what theirs are. */
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
