import { EMAIL_MESSAGE, isEmail, isStrongPassword, PASSWORD_MESSAGE } from '@vialproof/contract/credentials';
import { parseResponse } from 'hono/client';
import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api';
import { withNext } from '../../lib/next';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { ErrorBanner } from '../../ui/error-banner';
import { TextInput } from '../../ui/inputs';
import { PasswordInput } from '../../ui/password-input';
import { AccountFrame, inlineLink } from './account-frame';
import { ProviderButtons } from './provider-buttons';
import { SignedInAlready } from './signed-in-already';
import { useAsked } from './use-asked';
import { useAttempt } from './use-attempt';
import { useFields } from './use-fields';

const name = (text: string) => (text.trim() ? undefined : 'Please enter a name.');
const rules = {
  firstName: name,
  lastName: name,
  email: (text: string) => (isEmail(text) ? undefined : EMAIL_MESSAGE),
  password: (text: string) => (isStrongPassword(text) ? undefined : PASSWORD_MESSAGE),
};

export function RegisterForm() {
  const session = useSession();
  return session ? <SignedInAlready email={session.user.email} /> : <Registration />;
}

function Registration() {
  const { next } = useAsked();
  const navigate = useNavigate();
  const fields = useFields(rules);
  const registration = useAttempt('Registration failed');
  const filled = Object.values(fields.values).every((text) => text.trim());

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = fields.check();
    if (!typed || registration.busy) return;
    void registration.run(
      async () => {
        const { user } = await parseResponse(api.auth.register.$post({ json: typed }));
        await navigate(withNext('/verify-email', next, { email: user.email }));
      },
      ({ errors }) => fields.refuse(Object.fromEntries(errors.map(({ path, message }) => [path, message]))),
    );
  };

  return (
    <AccountFrame
      title="Create an account"
      lead="To order a test, follow it, and receive its certificate."
      aside={
        <>
          Already registered?{' '}
          <Link to={withNext('/login', next)} className={inlineLink}>
            Log in
          </Link>
        </>
      }
    >
      <form
        {...fields.form}
        data-when="signed-out"
        method="post"
        noValidate
        onSubmit={submit}
        className="grid gap-5"
      >
        <ErrorBanner text={registration.failure} />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextInput {...fields.input('firstName')} label="First name" autoComplete="given-name" />
          <TextInput {...fields.input('lastName')} label="Last name" autoComplete="family-name" />
        </div>
        <TextInput
          {...fields.input('email')}
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          help="We send a six-digit code to this address."
        />
        <PasswordInput
          {...fields.input('password')}
          label="Password"
          autoComplete="new-password"
          help={
            fields.input('password').error
              ? undefined
              : '8 or more characters with uppercase, lowercase, a number and a special character.'
          }
        />
        <Button type="submit" size="large" wide disabled={!filled} busy={registration.busy}>
          {registration.busy ? 'Creating your account…' : 'Register'}
        </Button>
      </form>
      <ProviderButtons next={next} />
    </AccountFrame>
  );
}
