import type { Template } from '@vialproof/contract/methods';
import { useCallback, useEffect, useState } from 'react';
import { keep, readKept, useKeptOverSessionLoss } from '../../../lib/kept';
import { ApiProblem } from '../../../lib/problem';
import { useSaveTemplate } from './queries';
import { bodyOf, contentOf, fieldOf, type LineText, linesOf } from './template-fields';

interface Kept {
  lines: LineText[];
  version: number;
  content: string;
}

/** The lines of one template as they are typed. They outlive a reload, a sign-in and somebody else's save. */
export function useTemplateForm(template: Template, onSaved: (template: Template) => void) {
  const name = `methods.${template.id}`;
  const [kept] = useState(() => readKept<Kept>(name));
  const [lines, setLines] = useState<LineText[]>(() => kept?.lines ?? linesOf(template));
  const [base, setBase] = useState(() => ({
    version: kept?.version ?? template.version,
    content: kept?.content ?? contentOf(linesOf(template)),
  }));
  const [problems, setProblems] = useState<Map<string, string>>(new Map());
  const change = useSaveTemplate(template.id);
  const isDirty = contentOf(lines) !== base.content;

  const current = useCallback(
    (): Kept | null => (isDirty ? { lines, ...base } : null),
    [isDirty, lines, base],
  );
  useKeptOverSessionLoss(name, current);
  useEffect(() => keep(name, current()), [name, current]);

  const take = (now: Template) => {
    setLines(linesOf(now));
    setBase({ version: now.version, content: contentOf(linesOf(now)) });
    setProblems(new Map());
    change.reset();
  };
  // Nobody typed here, so what somebody else saved is simply taken.
  useEffect(() => {
    if (!isDirty && template.version !== base.version) {
      setLines(linesOf(template));
      setBase({ version: template.version, content: contentOf(linesOf(template)) });
    }
  }, [template, isDirty, base.version]);

  return {
    lines,
    isDirty,
    change,
    /** By '<place>.<field>'. */
    problems,
    /** Somebody else saved it after the typing began here. */
    isStale: isDirty && template.version !== base.version,
    edit: (next: LineText[]) => {
      setLines(next);
      setProblems(new Map());
    },
    takeTheirs: () => take(template),
    /** Goes on typing on top of theirs; the next save replaces it. New ids are theirs to keep. */
    keepMine: () => {
      const known = new Set(template.lines.map(({ id }) => id));
      const missing = linesOf(template).filter(
        ({ id }) => id !== null && !lines.some((line) => line.id === id),
      );
      setLines([
        ...lines.map((line) => ({ ...line, id: line.id && known.has(line.id) ? line.id : null })),
        ...missing,
      ]);
      setBase({ version: template.version, content: contentOf(linesOf(template)) });
      change.reset();
    },
    save: () =>
      change.mutate(bodyOf(lines, base.version), {
        onSuccess: ({ data }) => {
          take(data);
          onSaved(data);
        },
        onError: (error) => {
          if (!(error instanceof ApiProblem)) return;
          const found = error.errors.flatMap(({ path, message }) => {
            const at = fieldOf(path);
            return at ? [[`${at.place}.${at.field}`, message] as const] : [];
          });
          setProblems(new Map(found));
        },
      }),
  };
}
