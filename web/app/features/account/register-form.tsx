import {
  EMAIL_MESSAGE,
  EMAIL_PATTERN,
  isStrongPassword,
  PASSWORD_MESSAGE,
} from '@vialproof/contract/accounts';
import { useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api';
import { read } from '../../lib/client';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { useHydrated } from '../../ui/figures';
import { TextInput } from '../../ui/inputs';
import { AccountFrame, inlineLink } from './account-frame';
import { ErrorBanner } from './error-banner';
import { failureText } from './failure';
import { withNext } from './next';
import { PasswordInput } from './password-input';
import { ProviderButtons } from './provider-buttons';
import { useAsked } from './use-asked';

interface Fields {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

const names: FieldPath<Fields>[] = ['firstName', 'lastName', 'email', 'password'];

export function RegisterForm() {
  const { next } = useAsked();
  const navigate = useNavigate();
  const [failure, setFailure] = useState('');
  const { register, handleSubmit, setError, watch, formState } = useForm<Fields>();
  const hydrated = useHydrated();
  const filled = watch(names).every((text) => text?.trim());
  const { errors } = formState;

  const submit = handleSubmit(async (fields) => {
    setFailure('');
    try {
      const { user } = await read(api.auth.register.$post({ json: fields }));
      await navigate(withNext('/verify-email', next, { email: user.email }));
    } catch (error) {
      setFailure(failureText(error, 'Registration failed'));
      if (!(error instanceof ApiProblem)) return;
      let first = true;
      for (const name of names) {
        const message = error.field(name);
        if (!message) continue;
        setError(name, { message }, { shouldFocus: first });
        first = false;
      }
    }
  });

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
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <ErrorBanner text={failure} />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextInput
            {...register('firstName', { required: 'Please enter a name.' })}
            label="First name"
            autoComplete="given-name"
            error={errors.firstName?.message}
          />
          <TextInput
            {...register('lastName', { required: 'Please enter a name.' })}
            label="Last name"
            autoComplete="family-name"
            error={errors.lastName?.message}
          />
        </div>
        <TextInput
          {...register('email', {
            validate: (email) => EMAIL_PATTERN.test(email.trim()) || EMAIL_MESSAGE,
          })}
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          help="We send a six-digit code to this address."
          error={errors.email?.message}
        />
        <PasswordInput
          {...register('password', {
            validate: (password) => isStrongPassword(password) || PASSWORD_MESSAGE,
          })}
          label="Password"
          autoComplete="new-password"
          help={
            errors.password
              ? undefined
              : '8 or more characters with uppercase, lowercase, a number and a special character.'
          }
          error={errors.password?.message}
        />
        <Button type="submit" size="large" wide disabled={!hydrated || !filled} busy={formState.isSubmitting}>
          {formState.isSubmitting ? 'Creating your account…' : 'Register'}
        </Button>
      </form>
      <ProviderButtons />
    </AccountFrame>
  );
}
