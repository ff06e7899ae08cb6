import { useEffect, useRef } from 'react';
import { TextArea, TextInput } from '../../ui/inputs';
import { type Draft, type SpecimenName, specimenNames } from './draft';

/** What the vial is said to hold. Disabled until a test is chosen. */
export function SpecimenFields({
  draft,
  change,
  errors,
  disabled,
}: {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errors: Partial<Record<SpecimenName, string>> | undefined;
  disabled: boolean;
}) {
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const first = errors && specimenNames.find((name) => errors[name]);
    if (first) group.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [errors]);
  const bind = (name: SpecimenName) => ({
    name,
    value: draft[name],
    error: errors?.[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <fieldset ref={group} disabled={disabled} className="grid gap-5">
      <legend className="sr-only">Specimen details</legend>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextInput
          {...bind('compound_name')}
          label="Compound name"
          optional
          maxLength={200}
          autoComplete="off"
        />
        <TextInput
          {...bind('dosage_text')}
          label="Dosage"
          optional
          maxLength={200}
          autoComplete="off"
          help="As the label says, such as 5 mg/vial."
        />
        <TextInput
          {...bind('manufacturer')}
          label="Manufacturer"
          optional
          maxLength={200}
          autoComplete="off"
        />
        <TextInput
          {...bind('batch_code')}
          label="Batch code"
          optional
          maxLength={100}
          autoComplete="off"
          mono
        />
      </div>
      <TextArea
        {...bind('notes')}
        label="Notes"
        optional
        maxLength={2000}
        rows={3}
        help="For the laboratory. Not published."
      />
    </fieldset>
  );
}
