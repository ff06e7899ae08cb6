import { CARD, methodFacts, PAYMENT_METHODS, type PaymentMethod } from '@vialproof/contract/payment-methods';
import type { Visibility } from '@vialproof/contract/primitives';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { useConfig } from '../../lib/config';
import { RadioCards } from '../../ui/choices';
import { TextArea, TextInput } from '../../ui/inputs';

/** The optional fields of a specimen, with their names in the API. */
export const specimenNames = ['compound_name', 'dosage_text', 'manufacturer', 'batch_code', 'notes'] as const;
export type SpecimenName = (typeof specimenNames)[number];

/** The fields of an order besides its test. They can change until the order is paid. */
export interface OrderFields extends Record<SpecimenName, string> {
  visibility: Visibility;
  paymentMethod: PaymentMethod;
}

/** The function `register` and the errors of a form with these fields. */
interface Fields {
  register: UseFormRegister<OrderFields>;
  errors: FieldErrors<OrderFields>;
  /** The values in the HTML from the server. */
  drawn: OrderFields;
}

/** The customer's statements about the content of the vial. */
export function SpecimenFields({
  register,
  errors,
  drawn,
  disabled = false,
}: Fields & { disabled?: boolean }) {
  const text = (name: SpecimenName) => ({
    ...register(name),
    defaultValue: drawn[name],
    error: errors[name]?.message,
  });
  return (
    <fieldset disabled={disabled} className="grid gap-5">
      <legend className="sr-only">Specimen details</legend>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextInput
          {...text('compound_name')}
          label="Compound name"
          optional
          maxLength={200}
          autoComplete="off"
        />
        <TextInput
          {...text('dosage_text')}
          label="Dosage"
          optional
          maxLength={200}
          autoComplete="off"
          help="As the label says, such as 5 mg/vial."
        />
        <TextInput
          {...text('manufacturer')}
          label="Manufacturer"
          optional
          maxLength={200}
          autoComplete="off"
        />
        <TextInput
          {...text('batch_code')}
          label="Batch code"
          optional
          maxLength={100}
          autoComplete="off"
          mono
        />
      </div>
      <TextArea
        {...text('notes')}
        label="Notes"
        optional
        maxLength={2000}
        rows={3}
        help="For the laboratory. Not published."
      />
    </fieldset>
  );
}

type Choice = Pick<Fields, 'register' | 'drawn'>;

/**
 * The choice between a public and a private test. `percent` is the discount of a public test; `onChange` clears a
 * corrected price.
 */
export function VisibilityChoice({
  register,
  drawn,
  percent,
  onChange,
}: Choice & { percent: number; onChange: () => void }) {
  return (
    <RadioCards
      {...register('visibility', { onChange })}
      defaultValue={drawn.visibility}
      legend="Visibility"
      hideLegend
      columns={2}
      options={[
        {
          value: 'private',
          title: 'Private',
          text: 'Only you see the result. Anybody with task number and key can verify that it exists.',
        },
        {
          value: 'public',
          title: 'Public',
          text: 'Result, maker and batch are listed for everybody. Your name never is.',
          ...(percent > 0 ? { aside: `−${percent} %` } : {}),
        },
      ]}
    />
  );
}

export const useOfferedMethods = (): PaymentMethod[] => useConfig()?.payment_methods ?? [CARD];

/** The payment method that the form starts with: the preferred one, or the first offered one. */
export const firstMethod = (wished: PaymentMethod, offered: PaymentMethod[]): PaymentMethod =>
  offered.includes(wished) ? wished : (offered[0] ?? wished);

export function PaymentChoice({ register, drawn }: Choice) {
  const offered = useOfferedMethods();
  return (
    <RadioCards
      {...register('paymentMethod')}
      defaultValue={drawn.paymentMethod}
      legend="Payment method"
      hideLegend
      columns={2}
      options={PAYMENT_METHODS.map((value) => ({
        value,
        title: methodFacts[value].title,
        ...(offered.includes(value)
          ? { text: 'On the payment provider’s own page.' }
          : { text: 'Not available here at present.', disabled: true }),
      }))}
    />
  );
}
