import type { Template } from '@vialproof/contract/methods';
import { useFieldArray, useForm } from 'react-hook-form';
import { ApiProblem } from '../../../lib/problem';
import { useKeptEdit, useKeptStart } from '../../use-kept-edit';
import { useSaveTemplate } from './queries';
import {
  bodyOf,
  contentOf,
  fieldOf,
  integrationFieldOf,
  onTopOf,
  type TemplateText,
  textOf,
} from './template-fields';

const storedOf = (template: Template) => ({ version: template.version, edit: textOf(template) });

/** The lines of one template as they are typed. */
export function useTemplateForm(template: Template, onSaved: (template: Template) => void) {
  const name = `template.${template.id}`;
  const start = useKeptStart<TemplateText>(name);
  const stored = storedOf(template);
  const form = useForm<TemplateText>({ defaultValues: start?.edit ?? stored.edit });
  const { reset, setError } = form;
  const rows = useFieldArray({ control: form.control, name: 'lines', keyName: 'key' });
  const typed = form.watch();
  const { lines } = typed;
  const kept = useKeptEdit({
    name,
    start,
    mine: typed,
    stored,
    contentOf,
    show: (edit) => reset(edit),
  });
  const change = useSaveTemplate(template.id);

  const submit = form.handleSubmit((typed) =>
    change.mutate(bodyOf(typed, kept.version), {
      onSuccess: ({ data }) => {
        kept.take(storedOf(data));
        onSaved(data);
      },
      onError: (error) => {
        if (!(error instanceof ApiProblem)) return;
        error.errors.forEach(({ path, message }, place) => {
          const own = integrationFieldOf(path);
          if (own) setError(`integration.${own}`, { message }, { shouldFocus: place === 0 });
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
    /** A version that says nothing of its integration yet is saved as it stands here. */
    canSave: kept.isDirty || template.integration === null,
    change,
    isConflict: kept.isConflict,
    takeTheirs: () => {
      kept.takeTheirs();
      change.reset();
    },
    keepMine: () => {
      rows.replace(onTopOf(lines, stored.edit.lines));
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
