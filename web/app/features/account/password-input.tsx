import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { controlClass, Field, type FieldText } from '../../ui/field';

type Bare = Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>;

/** A password with a way to look at what was typed. Set `autoComplete`, so that password managers know which it is. */
export function PasswordInput({ label, help, error, ...input }: FieldText & Bare) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <span className="relative block">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            className={`${controlClass} pr-12`}
          />
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-sm text-ink-soft hover:text-accent"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </span>
      )}
    </Field>
  );
}
