import type { Template } from '@vialproof/contract/methods';
import { useFieldArray, useForm } from 'react-hook-form';
import { ApiProblem } from '../../../lib/problem';
import { useKeptEdit, useKeptStart } from '../../use-kept-edit';
import { useSaveTemplate } from './queries';
import {
  bodyOf,
  contentOf,
  fieldOf,
  type LineText,
  linesOf,
  onTopOf,
  type TemplateText,
} from './template-fields';

const storedOf = (template: Template) => ({ version: template.version, edit: linesOf(template) });

/** The lines of one template as they are typed. */
export function useTemplateForm(template: Template, onSaved: (template: Template) => void) {
  const name = `methods.${template.id}`;
  const start = useKeptStart<LineText[]>(name);
  const stored = storedOf(template);
  const form = useForm<TemplateText>({ defaultValues: { lines: start?.edit ?? stored.edit } });
  const { reset, setError } = form;
  const rows = useFieldArray({ control: form.control, name: 'lines', keyName: 'key' });
  const lines = form.watch('lines');
  const kept = useKeptEdit({
    name,
    start,
    mine: lines,
    stored,
    contentOf,
    show: (edit) => reset({ lines: edit }),
  });
  const change = useSaveTemplate(template.id);

  const submit = form.handleSubmit((typed) =>
    change.mutate(bodyOf(typed.lines, kept.version), {
      onSuccess: ({ data }) => {
        kept.take(storedOf(data));
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
    isDirty: kept.isDirty,
    change,
    isConflict: kept.isConflict,
    takeTheirs: () => {
      kept.takeTheirs();
      change.reset();
    },
    keepMine: () => {
      rows.replace(onTopOf(lines, stored.edit));
      kept.keepMine();
      change.reset();
    },
    save: () => {
      // What the server refused before is asked again.
      form.clearErrors();
      return submit();
    },
  };
}
