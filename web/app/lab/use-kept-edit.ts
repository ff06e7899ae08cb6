import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { keep, readKept, useKeptOverSessionLoss } from '../lib/kept';

/** What the server holds in a version of it. */
export interface Stored<Edit> {
  version: number;
  edit: Edit;
}

/** What was being typed, and what it rests on. */
export interface KeptEdit<Edit> {
  base: Stored<Edit>;
  edit: Edit;
}

/** What was being typed before a reload, read once; null for nothing. */
export function useKeptStart<Edit>(name: string): KeptEdit<Edit> | null {
  return useState(() => readKept<KeptEdit<Edit>>(name))[0];
}

/**
 * What to do when the server shows other content while something was typed on top of `base`: nothing, where both say the
 * same, take theirs where nobody typed, or ask, because both have changed.
 */
export function reconcile(base: string, theirs: string, mine: string): 'same' | 'take' | 'ask' {
  if (theirs === base || theirs === mine) return 'same';
  return mine === base ? 'take' : 'ask';
}

/**
 * What somebody types on top of something that others change too. Nothing is lost: not by a reload, not by a session that
 * ends, nor by somebody else's save.
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
  /** Under which it is kept in this tab. */
  name: string;
  start: KeptEdit<Edit> | null;
  /** As it is typed at this moment. */
  mine: Edit;
  stored: Stored<Edit>;
  /** As text, to tell whether two say the same. */
  contentOf: (edit: Edit) => string;
  /** Puts it into the form. */
  show: (edit: Edit) => void;
  /** Makes one of both where both have changed; without it, it is a conflict that somebody decides. */
  merge?: (base: Edit, theirs: Edit) => Edit;
}) {
  const [base, setBase] = useState(start?.base ?? stored);
  const [isConflict, setConflict] = useState(false);
  const [isRestored, setRestored] = useState(start !== null);
  const content = contentOf(mine);
  const isDirty = content !== contentOf(base.edit);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new version is met once.
  useEffect(() => meet(), [stored.version]);

  const latest = useRef<KeptEdit<Edit> | null>(null);
  latest.current = isDirty ? { base, edit: mine } : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is known by its content.
  useEffect(() => keep(name, latest.current), [name, isDirty, content, base]);
  useKeptOverSessionLoss(
    name,
    useCallback(() => latest.current, []),
  );

  return {
    /** There is something that the server does not have. */
    isDirty,
    /** The version to send with the next save. */
    version: base.version,
    /** Somebody else saved something different meanwhile. */
    isConflict,
    /** What was typed before a reload is in the form again. */
    isRestored: isRestored && isDirty,
    /** To be told at once of an own save, so that what was typed meanwhile is not taken for a conflict. */
    saved: restOn,
    /** Goes on typing on top of theirs; the next save replaces it. */
    keepMine: () => restOn(stored),
    takeTheirs: () => take(stored),
    take,
  };
}
