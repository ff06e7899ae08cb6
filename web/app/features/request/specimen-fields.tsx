import type { UseFormReturn } from 'react-hook-form';
import { TextArea, TextInput } from '../../ui/inputs';
import type { Draft } from './draft';

/** What the vial is said to hold. Disabled until a test is chosen. */
export function SpecimenFields({ form, disabled }: { form: UseFormReturn<Draft>; disabled: boolean }) {
  const { register, formState } = form;
  const error = (name: 'compound_name' | 'dosage_text' | 'manufacturer' | 'batch_code' | 'notes') =>
    formState.errors[name]?.message;
  return (
    <fieldset disabled={disabled} className="grid gap-5">
      <legend className="sr-only">Specimen details</legend>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextInput
          {...register('compound_name')}
          label="Compound name"
          optional
          maxLength={200}
          autoComplete="off"
          error={error('compound_name')}
        />
        <TextInput
          {...register('dosage_text')}
          label="Dosage"
          optional
          maxLength={200}
          autoComplete="off"
          help="As the label says, such as 5 mg/vial."
          error={error('dosage_text')}
        />
        <TextInput
          {...register('manufacturer')}
          label="Manufacturer"
          optional
          maxLength={200}
          autoComplete="off"
          error={error('manufacturer')}
        />
        <TextInput
          {...register('batch_code')}
          label="Batch code"
          optional
          maxLength={100}
          autoComplete="off"
          mono
          error={error('batch_code')}
        />
      </div>
      <TextArea
        {...register('notes')}
        label="Notes"
        optional
        maxLength={2000}
        rows={3}
        help="For the laboratory. Not published."
        error={error('notes')}
      />
    </fieldset>
  );
}
