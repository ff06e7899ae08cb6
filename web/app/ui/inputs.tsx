import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldText } from './field';

type Bare<T extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<T>, 'id' | 'className'>;

/** A text field of one line with its label. It takes all props of an input, such as `{...register('email')}`. */
export function TextInput({
  label,
  help,
  error,
  optional,
  isMarked,
  isQuiet,
  mono = false,
  ...input
}: FieldText & Bare<'input'> & { mono?: boolean }) {
  return (
    <Field {...{ label, help, error, optional, isMarked, isQuiet }}>
      {(control) => <input {...input} {...control} className={`${controlClass} ${mono ? 'figures' : ''}`} />}
    </Field>
  );
}

export function TextArea({ label, help, error, optional, rows = 4, ...area }: FieldText & Bare<'textarea'>) {
  return (
    <Field {...{ label, help, error, optional }}>
      {(control) => <textarea {...area} {...control} rows={rows} className={`${controlClass} block`} />}
    </Field>
  );
}

/** The select without a label. */
export function SelectBox({ className = '', children, ...select }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select {...select} className={`${controlClass} appearance-none pr-9 ${className}`}>
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft" />
    </span>
  );
}

/** A select. Pass `<option>`s as children. */
export function Select({
  label,
  help,
  error,
  optional,
  isQuiet,
  children,
  ...select
}: FieldText & Bare<'select'>) {
  return (
    <Field {...{ label, help, error, optional, isQuiet }}>
      {(control) => (
        <SelectBox {...select} {...control}>
          {children}
        </SelectBox>
      )}
    </Field>
  );
}
