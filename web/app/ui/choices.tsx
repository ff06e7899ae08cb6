import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field';

type BareInput = Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>;

/** A checkbox. The children are its label and may contain links. */
export function Checkbox({
  children,
  error,
  ...input
}: BareInput & { children: ReactNode; error?: string | undefined }) {
  const errorId = useId();
  return (
    <div className="grid gap-1.5">
      <label className="flex items-start gap-3 py-1.5 has-disabled:text-ink-faint">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className="mt-[0.15em] size-5 shrink-0 accent-accent"
        />
        <span className="text-pretty">{children}</span>
      </label>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </div>
  );
}

/** A switch. It acts at once, without a form. */
export function Toggle({ children, ...input }: BareInput & { children: ReactNode }) {
  return (
    <label className="flex min-h-11 items-center justify-between gap-4 has-disabled:opacity-50">
      <span>{children}</span>
      <span className="relative inline-flex shrink-0">
        <input
          {...input}
          type="checkbox"
          className="peer h-7 w-12 appearance-none rounded-full border border-edge bg-wash transition-colors checked:border-accent checked:bg-accent"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-ink-soft transition-transform peer-checked:translate-x-5 peer-checked:bg-on-accent"
        />
      </span>
    </label>
  );
}

export interface RadioCard {
  value: string;
  title: ReactNode;
  /** One or two lines below the title. */
  text?: ReactNode;
  /** At the right edge, for example a price. */
  aside?: ReactNode;
  disabled?: boolean;
}

/** Radio buttons, each on a card. Pass `register(name)`, or name and defaultValue, or name, value and onChange. */
export function RadioCards({
  legend,
  options,
  columns = 1,
  error,
  hideLegend = false,
  value,
  defaultValue,
  ...input
}: Omit<BareInput, 'value' | 'defaultValue'> & {
  legend: string;
  options: RadioCard[];
  columns?: 1 | 2;
  error?: string | undefined;
  hideLegend?: boolean;
  /** Leave it out with `register`. */
  value?: string;
  defaultValue?: string;
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className={hideLegend ? 'sr-only' : 'mb-2 font-medium text-sm'}>{legend}</legend>
      <div className={columns === 2 ? 'grid gap-3 sm:grid-cols-2' : 'grid gap-3'}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex items-start gap-3 rounded-sm border border-edge bg-sheet p-4 transition-colors hover:border-accent has-checked:border-accent has-disabled:border-rule has-disabled:text-ink-faint has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              {...input}
              type="radio"
              value={option.value}
              disabled={input.disabled || option.disabled}
              {...(value === undefined ? {} : { checked: value === option.value })}
              {...(defaultValue === undefined ? {} : { defaultChecked: defaultValue === option.value })}
              className="mt-[0.2em] size-4.5 shrink-0 accent-accent outline-none"
            />
            <span className="grid min-w-0 flex-1 grid-cols-1 gap-y-0.5">
              {/* Title and aside stand side by side while the title has space for a word. */}
              <span className="flex flex-wrap gap-x-3">
                <span className="wrap-anywhere min-w-0 flex-1 basis-28 font-medium">{option.title}</span>
                {option.aside ? <span className="figures">{option.aside}</span> : null}
              </span>
              {option.text ? <span className="text-pretty text-ink-soft text-sm">{option.text}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {error ? <FieldError>{error}</FieldError> : null}
    </fieldset>
  );
}
