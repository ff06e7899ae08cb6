import type { LabRequest } from '@vialproof/contract/lab';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { keep, readKept, useKeptOverSessionLoss } from '../../lib/kept';
import {
  type Base,
  type Beginning,
  complete,
  contentOf,
  type DraftFields,
  fieldsOf,
  reconcile,
} from './draft-fields';

interface Kept {
  base: Base;
  fields: DraftFields;
}

/** What the form shows of the server's draft, and what it rests on then. */
function standOf(data: Data, draft = data.draft): { fields: DraftFields; base: Base } {
  const beginning: Beginning = { proposal: data.proposal, stated: data.request.dosage_text };
  const fields = fieldsOf(draft, beginning);
  return { fields, base: { version: draft?.version ?? 0, content: contentOf(fields) } };
}

type Data = Pick<LabRequest, 'draft' | 'proposal' | 'request'>;

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
export function useDraftForm(data: Data): DraftForm {
  const { draft } = data;
  const name = `lab.${data.request.id}`;
  const [kept] = useState(() => readKept<Kept>(name));
  const [first] = useState(() => standOf(data));
  const form = useForm<DraftFields>({ defaultValues: kept ? complete(kept.fields) : first.fields });
  const [base, setBase] = useState<Base>(kept?.base ?? first.base);
  const latestData = useRef(data);
  latestData.current = data;
  const [conflict, setConflict] = useState<LabRequest['draft']>(null);
  const [restored, setRestored] = useState(kept !== null);
  const { getValues, reset } = form;
  const fields = form.watch();
  const dirty = contentOf(fields) !== base.content;

  const latestBase = useRef(base);
  latestBase.current = base;

  useEffect(() => {
    const { base: theirs, fields: theirFields } = standOf(latestData.current, draft);
    if (theirs.version === latestBase.current.version) return;
    const decision = reconcile(latestBase.current, theirs, contentOf(getValues()));
    if (decision === 'ask') {
      setConflict(draft);
      return;
    }
    if (decision === 'take') reset(theirFields);
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
      setBase(standOf(data, conflict).base);
      setConflict(null);
    },
    takeTheirs: () => {
      const theirs = standOf(data, conflict ?? draft);
      reset(theirs.fields);
      setBase(theirs.base);
      setConflict(null);
    },
  };
}
