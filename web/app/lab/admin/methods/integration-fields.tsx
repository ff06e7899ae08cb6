import { REPORTING_LIMIT_PERCENT } from '@vialproof/science/chromatography/reporting-limit';
import type { FieldErrors, UseFormReturn } from 'react-hook-form';
import { TextInput } from '../../../ui/inputs';
import { Notice } from '../../../ui/states';
import type { IntegrationText, TemplateText } from './template-fields';

/** Fields that decide which peaks of a chromatogram count: the reporting limit and the time window of the method. */
export function IntegrationFields({
  form,
  errors,
  isFirst,
}: {
  form: UseFormReturn<TemplateText>;
  errors: FieldErrors<IntegrationText> | undefined;
  /** True if the approved version of the template has no settings of this kind yet. */
  isFirst: boolean;
}) {
  const field = (name: keyof IntegrationText, label: string, help: string) => (
    <TextInput
      {...form.register(`integration.${name}`)}
      label={label}
      help={help}
      maxLength={16}
      mono
      inputMode="decimal"
      autoComplete="off"
      error={errors?.[name]?.message}
    />
  );
  const hasWindow = form.watch('integration.from_min').trim() !== '';
  return (
    <fieldset className="grid gap-4 border-rule border-t pt-5">
      <legend className="float-left w-full font-medium">Peaks that count</legend>
      <p className="max-w-prose text-ink-soft text-sm">
        A purity counts every peak from the reporting limit on whose top lies in the window. Chromatograms
        that are uploaded from the next saved version on go by it; those that exist keep theirs.
        <span>
          {isFirst ? ' The present version says nothing of it: its chromatograms name no limit.' : ''}
        </span>
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {field(
          'threshold_percent',
          'Reporting limit, % of the area',
          `Left empty, ${REPORTING_LIMIT_PERCENT}`,
        )}
        {field('from_min', 'Window from, min', 'After the solvent front of this method')}
        {field('to_min', 'Window to, min', 'Left empty, the end of the run')}
      </div>
      {hasWindow ? null : (
        <Notice tone="wait">
          This method does not say where its window begins. Its chromatograms leave out the first 12 % of the
          run, and each peak there above the reporting limit wants a reason.
        </Notice>
      )}
    </fieldset>
  );
}
