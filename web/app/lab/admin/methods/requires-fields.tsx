import { REQUIRABLE, type Requirable } from '@vialproof/contract/bench-record';
import type { UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../../ui/choices';
import { REQUIRED_LABELS } from './required-labels';
import type { TemplateText } from './template-fields';

/** Checkboxes for the records that a result needs before it can be submitted. */
export function RequiresFields({ form }: { form: UseFormReturn<TemplateText> }) {
  const chosen = form.watch('requires') ?? [];
  const choose = (field: Requirable, isAsked: boolean) =>
    form.setValue(
      'requires',
      REQUIRABLE.filter((each) => (each === field ? isAsked : chosen.includes(each))),
      { shouldDirty: true },
    );
  return (
    <fieldset className="grid gap-4 border-rule border-t pt-5">
      <legend className="float-left w-full font-medium">What the bench has to record</legend>
      <p className="max-w-prose text-ink-soft text-sm">
        A result is not handed in without what is ticked here. What nobody recorded is not printed.
      </p>
      <div className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {REQUIRABLE.map((field) => (
          <Checkbox
            key={field}
            checked={chosen.includes(field)}
            onChange={({ target }) => choose(field, target.checked)}
          >
            {REQUIRED_LABELS[field]}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
