import type { LabRequest } from '@vialproof/contract/lab';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { keep, readKept, useKeptOverSessionLoss } from '../../lib/kept';
import { type Base, contentOf, type DraftFields, fieldsOf, reconcile } from './draft-fields';

interface Kept {
  base: Base;
  fields: DraftFields;
}

function serverBase(draft: LabRequest['draft']): Base {
  return { version: draft?.version ?? 0, content: contentOf(fieldsOf(draft)) };
}

export interface DraftForm {
  form: UseFormReturn<DraftFields>;
  /** There is something the server does not have. */
  dirty: boolean;
  /** The version to send with the next save. */
  version: number;
  /** Somebody else's draft that differs from what is typed here on an older one. */
  conflict: LabRequest['draft'];
  /** What was typed here before a reload is in the form again. */
  restored: boolean;
  /** To be told at once of an own save, so that what was typed meanwhile is not taken for a conflict. */
  saved: (draft: LabRequest['draft'], content: string) => void;
  keepMine: () => void;
  takeTheirs: () => void;
}

/** The result form on top of the server's draft. Nothing typed is lost: not by a reload, nor by somebody else's save. */
export function useDraftForm(requestId: string, draft: LabRequest['draft']): DraftForm {
  const name = `lab.${requestId}`;
  const [kept] = useState(() => readKept<Kept>(name));
  const form = useForm<DraftFields>({ defaultValues: kept?.fields ?? fieldsOf(draft) });
  const [base, setBase] = useState<Base>(() => kept?.base ?? serverBase(draft));
  const [conflict, setConflict] = useState<LabRequest['draft']>(null);
  const [restored, setRestored] = useState(kept !== null);
  const { getValues, reset } = form;
  const fields = form.watch();
  const dirty = contentOf(fields) !== base.content;

  const latestBase = useRef(base);
  latestBase.current = base;

  useEffect(() => {
    const theirs = serverBase(draft);
    if (theirs.version === latestBase.current.version) return;
    const decision = reconcile(latestBase.current, theirs, contentOf(getValues()));
    if (decision === 'ask') {
      setConflict(draft);
      return;
    }
    if (decision === 'take') reset(fieldsOf(draft));
    setBase(theirs);
    setConflict(null);
  }, [draft, getValues, reset]);

  useEffect(() => {
    keep(name, dirty ? { base, fields } : null);
    if (!dirty) setRestored(false);
  }, [name, dirty, base, fields]);

  useKeptOverSessionLoss(
    name,
    useCallback(() => {
      const before = latestBase.current;
      const typed = getValues();
      return contentOf(typed) === before.content ? null : { base: before, fields: typed };
    }, [getValues]),
  );

  return {
    form,
    dirty,
    version: base.version,
    conflict,
    restored: restored && dirty,
    saved: (saved, content) => {
      const next = { version: saved?.version ?? 0, content };
      latestBase.current = next;
      setBase(next);
      setConflict(null);
    },
    keepMine: () => {
      setBase(serverBase(conflict));
      setConflict(null);
    },
    takeTheirs: () => {
      reset(fieldsOf(conflict ?? draft));
      setBase(serverBase(conflict ?? draft));
      setConflict(null);
    },
  };
}
