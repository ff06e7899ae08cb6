import type { Template } from '@vialproof/contract/methods';
import { useEffect, useEffectEvent } from 'react';
import { type Path, useFieldArray, useForm } from 'react-hook-form';
import { showFieldErrors } from '../../../lib/field-errors';
import { useSession } from '../../../lib/session';
import { useKeptEdit, useKeptStart } from '../../use-kept-edit';
import { useDraftTemplate } from './queries';
import {
  bodyOf,
  contentOf,
  draftText,
  fieldOf,
  integrationFieldOf,
  onTopOf,
  type TemplateText,
  textOf,
} from './template-fields';

/** The field of the form for a path of the request body. */
function nameOf(path: string): Path<TemplateText> | undefined {
  const own = integrationFieldOf(path);
  const at = fieldOf(path);
  return own ? `integration.${own}` : at && `lines.${at.place}.${at.field}`;
}

/** The content to edit: the user's own open draft, or else the template. */
const storedOf = (template: Template, me: string | undefined) => ({
  version: template.version,
  edit:
    template.draft && template.draft.by.id === me ? draftText(template, template.draft) : textOf(template),
});

/** The form with the lines of one template, and the action that proposes them with the reason `reason`. */
export function useTemplateForm(template: Template, reason: string, onDrafted: () => void) {
  const me = useSession()?.user.id;
  const name = `lab.template.${template.id}`;
  const start = useKeptStart<TemplateText>(name);
  const stored = storedOf(template, me);
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
  const change = useDraftTemplate(template.id);

  const draftId = template.draft?.id;
  const follow = useEffectEvent(() => {
    if (!kept.isDirty) kept.take(stored);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when an own draft appears or disappears.
  useEffect(() => follow(), [draftId]);

  const submit = form.handleSubmit((typed) =>
    change.mutate(
      { ...bodyOf(typed, kept.version), reason },
      {
        onSuccess: ({ data }) => {
          kept.savedAs(typed, storedOf(data, me));
          onDrafted();
        },
        onError: (error) => showFieldErrors(error, nameOf, setError),
      },
    ),
  );

  return {
    form,
    rows,
    lines,
    isDirty: kept.isDirty,
    /** A version without settings for chromatograms can be saved even if the user changed nothing. */
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
      // The errors from the server are removed, so that the server checks the new input.
      form.clearErrors();
      return submit();
    },
  };
}
