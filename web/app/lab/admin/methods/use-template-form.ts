import type { Template } from '@vialproof/contract/methods';
import { useCallback, useEffect, useState } from 'react';
import { useFieldArray, useForm } from 'react-hook-form';
import { keep, readKept, useKeptOverSessionLoss } from '../../../lib/kept';
import { ApiProblem } from '../../../lib/problem';
import { useSaveTemplate } from './queries';
import { bodyOf, contentOf, fieldOf, linesOf, onTopOf, type TemplateText } from './template-fields';

/** What the lines were made from. */
interface Base {
  version: number;
  content: string;
}

const baseOf = (template: Template): Base => ({
  version: template.version,
  content: contentOf(linesOf(template)),
});

/** The lines of one template as they are typed. They outlive a reload, a sign-in and somebody else's save. */
export function useTemplateForm(template: Template, onSaved: (template: Template) => void) {
  const name = `methods.${template.id}`;
  const [kept] = useState(() => readKept<TemplateText & Base>(name));
  const form = useForm<TemplateText>({ defaultValues: { lines: kept?.lines ?? linesOf(template) } });
  const { reset, setError } = form;
  const rows = useFieldArray({ control: form.control, name: 'lines', keyName: 'key' });
  const lines = form.watch('lines');
  const [base, setBase] = useState<Base>(() => kept ?? baseOf(template));
  const change = useSaveTemplate(template.id);
  const isDirty = contentOf(lines) !== base.content;

  const current = useCallback(() => (isDirty ? { lines, ...base } : null), [isDirty, lines, base]);
  useKeptOverSessionLoss(name, current);
  useEffect(() => keep(name, current()), [name, current]);

  const take = useCallback(
    (now: Template) => {
      reset({ lines: linesOf(now) });
      setBase(baseOf(now));
    },
    [reset],
  );
  // Nobody typed here, so what somebody else saved is simply taken.
  useEffect(() => {
    if (!isDirty && template.version !== base.version) take(template);
  }, [template, isDirty, base.version, take]);

  const submit = form.handleSubmit((typed) =>
    change.mutate(bodyOf(typed.lines, base.version), {
      onSuccess: ({ data }) => {
        take(data);
        onSaved(data);
      },
      onError: (error) => {
        if (!(error instanceof ApiProblem)) return;
        error.errors.forEach(({ path, message }, place) => {
          const at = fieldOf(path);
          if (at) setError(`lines.${at.place}.${at.field}`, { message }, { shouldFocus: place === 0 });
        });
      },
    }),
  );

  return {
    form,
    rows,
    lines,
    isDirty,
    change,
    /** Somebody else saved it after the typing began here. */
    isStale: isDirty && template.version !== base.version,
    takeTheirs: () => {
      take(template);
      change.reset();
    },
    /** Goes on typing on top of theirs; the next save replaces it. */
    keepMine: () => {
      rows.replace(onTopOf(lines, linesOf(template)));
      setBase(baseOf(template));
      change.reset();
    },
    save: () => {
      // What the server refused before is asked again.
      form.clearErrors();
      return submit();
    },
  };
}
