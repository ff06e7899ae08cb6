import { passwordProblem } from '@vialproof/contract/credentials';
import { type ComponentProps, useState } from 'react';
import { controlClass, Field, type FieldText } from './field';
import { ScriptedButton } from './scripted-button';

type Bare = Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>;

/** A password field with a button that shows the password. Set `autoComplete` for password managers. */
export function PasswordInput({ label, help, error, ...input }: FieldText & Bare) {
  const [shown, setShown] = useState(false);
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
            className={`${controlClass} pr-16`}
          />
          <ScriptedButton
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 rounded-sm px-3 text-ink-soft text-sm hover:text-accent disabled:opacity-45"
          >
            {shown ? 'Hide' : 'Show'}
          </ScriptedButton>
        </span>
      )}
    </Field>
  );
}

/** For `register` of a `NewPasswordInput`. The form decides whether it is required. */
export const newPassword = {
  validate: (text: string) => !text || (passwordProblem(text) ?? true),
};

/** A field for a new password. It states the rules for passwords. */
export function NewPasswordInput(input: Pick<FieldText, 'label' | 'error'> & Bare) {
  return (
    <PasswordInput
      autoComplete="new-password"
      help={
        input.error
          ? undefined
          : '8 or more characters with uppercase, lowercase, a number and a special character.'
      }
      {...input}
    />
  );
}
