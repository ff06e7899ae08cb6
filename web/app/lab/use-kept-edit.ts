import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keep, readKept } from '../lib/kept';

/** The content on the server and its version. */
export interface Stored<Edit> {
  version: number;
  edit: Edit;
}

/** Unsaved input, and the version that it is based on. */
export interface KeptEdit<Edit> {
  base: Stored<Edit>;
  edit: Edit;
}

/** Input that was not saved before a reload. Null without such input. */
export function useKeptStart<Edit>(name: string): KeptEdit<Edit> | null {
  return useState(() => readKept<KeptEdit<Edit>>(name))[0];
}

/**
 * What to do when the server has new content while a user edits: 'same': both are equal; 'take': the user typed
 * nothing; 'ask': both changed.
 */
export function reconcile(base: string, theirs: string, mine: string): 'same' | 'take' | 'ask' {
  if (theirs === base || theirs === mine) return 'same';
  return mine === base ? 'take' : 'ask';
}

/**
 * An edit of something that other people may change too. A reload, the end of the session or another person's save does
 * not lose input.
 */
export function useKeptEdit<Edit>({
  name,
  start,
  mine,
  stored,
  contentOf,
  show,
  merge,
}: {
  /** The name under which this tab stores the edit. It starts with 'lab.', so that the end of the session keeps it. */
  name: string;
  start: KeptEdit<Edit> | null;
  /** What the user has typed so far. */
  mine: Edit;
  stored: Stored<Edit>;
  /** The content as text, for comparison. */
  contentOf: (edit: Edit) => string;
  /** Puts an edit into the form. */
  show: (edit: Edit) => void;
  /** Merges both edits. Without this, the user decides. */
  merge?: (base: Edit, theirs: Edit) => Edit;
}) {
  const [base, setBase] = useState(start?.base ?? stored);
  const [isConflict, setConflict] = useState(false);
  const [isRestored, setRestored] = useState(start !== null);
  const content = contentOf(mine);
  const isDirty = content !== contentOf(base.edit);
  const newest = useRef(content);
  useEffect(() => {
    newest.current = content;
  }, [content]);
  const restOn = (next: Stored<Edit>) => {
    setBase(next);
    setConflict(false);
    setRestored(false);
  };
  const take = (theirs: Stored<Edit>) => {
    show(theirs.edit);
    restOn(theirs);
  };

  const meet = useEffectEvent(() => {
    if (stored.version === base.version) return;
    const decision = reconcile(contentOf(base.edit), contentOf(stored.edit), content);
    if (decision === 'ask' && merge) {
      show(merge(base.edit, stored.edit));
      setBase(stored);
    } else if (decision === 'ask') setConflict(true);
    else if (decision === 'take') take(stored);
    else setBase(stored);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per new version.
  useEffect(() => meet(), [stored.version]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` stands for the input.
  useEffect(() => keep(name, isDirty ? { base, edit: mine } : null), [name, isDirty, content, base]);

  return {
    /** Whether there is unsaved input. */
    isDirty,
    /** The version to send with the next save. */
    version: base.version,
    /** Whether another person has saved different content. */
    isConflict,
    /** Whether the form contains input from before a reload. */
    isRestored: isRestored && isDirty,
    /** Call it directly after the form's own save, so that the saved content is not taken for another person's. */
    saved: restOn,
    /** Like `saved`, and shows what the server made of the edit `sent`, unless the user has changed it since. */
    savedAs: (sent: Edit, theirs: Stored<Edit>) => {
      if (newest.current === contentOf(sent)) show(theirs.edit);
      restOn(theirs);
    },
    /** Keeps the user's edit. The next save overwrites what the other person saved. */
    keepMine: () => restOn(stored),
    takeTheirs: () => take(stored),
    take,
  };
}
