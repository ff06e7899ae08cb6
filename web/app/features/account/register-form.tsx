import { useMutation } from '@tanstack/react-query';
import { EMAIL_MESSAGE, isEmail } from '@vialproof/contract/credentials';
import { parseResponse } from 'hono/client';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api';
import { showFieldErrors } from '../../lib/field-errors';
import { withNext } from '../../lib/next';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { ErrorBanner } from '../../ui/error-banner';
import { useHydrated } from '../../ui/figures';
import { Form } from '../../ui/form';
import { TextInput } from '../../ui/inputs';
import { NewPasswordInput, newPassword } from '../../ui/password-input';
import { AccountFrame } from './account-frame';
import { failureText, forgetError } from './failure';
import { ProviderButtons } from './provider-buttons';
import { SignedInAlready } from './signed-in-already';
import { useSignInParams } from './use-sign-in-params';

interface Fields {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

const names: (keyof Fields)[] = ['firstName', 'lastName', 'email', 'password'];

export function RegisterForm() {
  const session = useSession();
  return session ? <SignedInAlready email={session.user.email} /> : <Registration />;
}

function Registration() {
  const { next } = useSignInParams();
  const navigate = useNavigate();
  // React takes input from before hydration when this form renders again.
  useHydrated();
  const { register, handleSubmit, setError, watch, formState } = useForm<Fields>({ mode: 'onTouched' });
  const { errors } = formState;
  const registration = useMutation({
    mutationFn: (json: Fields) => parseResponse(api.auth.register.$post({ json })),
    onSuccess: ({ user }) => navigate(withNext('/verify-email', next, { email: user.email })),
    onError: (error) => showFieldErrors<Fields>(error, names, setError),
  });
  const isFilled = watch(names).every((text) => text?.trim());
  return (
    <AccountFrame
      title="Create an account"
      lead="To order a test, follow it, and receive its certificate."
      aside={
        <>
          Already registered?{' '}
          <Link to={withNext('/login', next)} className="link">
            Log in
          </Link>
        </>
      }
    >
      <Form
        data-when="signed-out"
        onSubmit={handleSubmit((fields) => registration.mutate(fields))}
        onInput={() => forgetError(registration)}
      >
        <ErrorBanner
          text={registration.error ? failureText(registration.error, 'Registration failed') : ''}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextInput
            {...register('firstName')}
            maxLength={100}
            label="First name"
            autoComplete="given-name"
            error={errors.firstName?.message}
          />
          <TextInput
            {...register('lastName')}
            maxLength={100}
            label="Last name"
            autoComplete="family-name"
            error={errors.lastName?.message}
          />
        </div>
        <TextInput
          {...register('email', { validate: (text) => !text || isEmail(text) || EMAIL_MESSAGE })}
          label="Email"
          type="email"
          maxLength={254}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          help="We send a six-digit code to this address."
          error={errors.email?.message}
        />
        <NewPasswordInput
          {...register('password', newPassword)}
          label="Password"
          error={errors.password?.message}
        />
        <Button type="submit" size="large" wide disabled={!isFilled} busy={registration.isPending}>
          {registration.isPending ? 'Creating your account…' : 'Register'}
        </Button>
      </Form>
      <ProviderButtons next={next} />
    </AccountFrame>
  );
}
