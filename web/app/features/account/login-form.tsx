import { useMutation } from '@tanstack/react-query';
import type { SignedIn } from '@vialproof/contract/accounts';
import type { Challenged } from '@vialproof/contract/second-factor';
import { parseResponse } from 'hono/client';
import { lazy, Suspense, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api';
import { homeOf, type SignInReason, withNext } from '../../lib/next';
import { ApiProblem } from '../../lib/problem';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { ErrorBanner } from '../../ui/error-banner';
import { useHydrated } from '../../ui/figures';
import { Form } from '../../ui/form';
import { TextInput } from '../../ui/inputs';
import { PasswordInput } from '../../ui/password-input';
import { Notice } from '../../ui/states';
import { AccountFrame } from './account-frame';
import { failureText, forgetError } from './failure';
import { ProviderButtons } from './provider-buttons';
import { useEntry } from './use-entry';
import { useSignInParams } from './use-sign-in-params';

// Without its code the page still signs in with a password.
const PasskeySignIn = lazy(() => import('./passkey-sign-in').catch(() => ({ default: () => null })));
const SecondFactorStep = lazy(() => import('./second-factor-step'));

interface Fields {
  email: string;
  password: string;
}

interface Attempt {
  by: 'password' | 'passkey' | 'provider';
  ask: () => Promise<SignedIn | Challenged | null>;
}

const wrong = 'Invalid email or password';

const reasons: Record<SignInReason, string> = {
  ended: 'You were signed out because your session ended. Log in to go on where you were.',
  page: 'Log in to open this page.',
  order: 'Log in to order. What you entered is still there afterwards.',
  group: 'Log in to take part in this group.',
  again: 'For this change you need to have logged in a short while ago. Please log in once more.',
  reset: 'Your new password is set. Log in with it.',
  hours: 'A session of the laboratory lasts 12 hours. Log in to go on where you were; your drafts are kept.',
  secrets: 'You were signed out after 20 wrong passwords or codes in a row. Log in to go on where you were.',
};

/** Signs in a user who returns from another sign-in provider. The provider's answer is behind `#` in the address. */
function useProviderReturn(enter: (attempt: Attempt) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the first address.
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    const left = new URLSearchParams(hash.slice(1));
    if (!left.has('provider_code') && !left.has('provider_error')) return;
    // The one-time code must not stay in the address and the history.
    window.history.replaceState(window.history.state, '', pathname + search);
    enter({ by: 'provider', ask: async () => (await import('./provider-return')).exchange(left) });
  }, []);
}

export function LoginForm() {
  const { next, email: given, reason } = useSignInParams();
  const navigate = useNavigate();
  const session = useSession();
  const entry = useEntry(next);
  const { challenge } = entry;
  // React takes input from before hydration when this form renders again.
  const hydrated = useHydrated();
  const { register, handleSubmit, setError, getValues, watch, formState } = useForm<Fields>();
  const { errors } = formState;
  const login = useMutation({
    mutationFn: ({ ask }: Attempt) => ask(),
    onSuccess: (answer) => answer && entry.take(answer),
    onError: (error) => {
      if (!(error instanceof ApiProblem)) return;
      if (error.code !== 'invalid_credentials' && error.code !== 'invalid_fields') return;
      setError('email', { message: wrong }, { shouldFocus: true });
      setError('password', { message: wrong });
    },
  });
  useProviderReturn(login.mutate);

  // A user who is already signed in leaves this page. After a sign-in with the form below, the greeting is shown first.
  useEffect(() => {
    const entering = login.isPending || challenge || entry.welcome;
    if (session && !entering) void navigate(next ?? homeOf(session.user), { replace: true });
  }, [session, login.isPending, challenge, entry.welcome, navigate, next]);

  const unverified = login.error instanceof ApiProblem && login.error.code === 'email_unverified';
  const isFilled = Boolean(watch('email') && watch('password'));
  const isAskingPasskey = login.isPending && login.variables.by === 'passkey';
  const isLoggingIn = login.isPending && !isAskingPasskey;
  return (
    <AccountFrame
      title={challenge ? 'Two-step sign-in' : 'Welcome back'}
      lead={challenge ? 'One more step before you are in.' : undefined}
      aside={
        challenge ? undefined : (
          <>
            No account yet?{' '}
            <Link to={withNext('/register', next)} className="link">
              Register
            </Link>
          </>
        )
      }
    >
      <div role="status" className="empty:hidden">
        {entry.welcome ? <Notice tone="good">Welcome back! You are now logged in.</Notice> : null}
        {reason && !entry.welcome && !challenge ? (
          <Notice tone={reason === 'reset' ? 'good' : 'wait'}>{reasons[reason]}</Notice>
        ) : null}
      </div>
      {challenge ? (
        <Suspense>
          <SecondFactorStep
            challenge={challenge}
            done={entry.welcome}
            onEnter={entry.take}
            onRestart={entry.restart}
          />
        </Suspense>
      ) : null}
      {/* The form is hidden during the second step, so that it keeps its input if the user goes back. */}
      <Form
        hidden={challenge !== null}
        onInput={() => forgetError(login)}
        onSubmit={handleSubmit((json) =>
          login.mutate({ by: 'password', ask: () => parseResponse(api.auth.login.$post({ json })) }),
        )}
      >
        <ErrorBanner text={login.error ? failureText(login.error, 'Login failed') : ''}>
          {unverified ? (
            <Link to={withNext('/verify-email', next, { email: getValues('email').trim() })} className="link">
              Enter the code from the mail
            </Link>
          ) : null}
        </ErrorBanner>
        <TextInput
          {...register('email')}
          defaultValue={given}
          label="Email"
          type="email"
          maxLength={254}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
        />
        <PasswordInput
          {...register('password')}
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
        />
        <p className="-mt-2 text-sm">
          <Link to={withNext('/reset-password', next)} className="link">
            Forgot your password?
          </Link>
        </p>
        <Button
          type="submit"
          size="large"
          wide
          disabled={!isFilled || entry.welcome}
          aria-disabled={isAskingPasskey}
          busy={isLoggingIn}
        >
          {isLoggingIn ? 'Logging in…' : 'Log in'}
        </Button>
      </Form>
      {challenge ? null : (
        <ProviderButtons next={next}>
          {hydrated ? (
            <Suspense>
              <PasskeySignIn
                busy={isAskingPasskey}
                idle={isLoggingIn || entry.welcome}
                onSignIn={(ask) => login.mutate({ by: 'passkey', ask })}
              />
            </Suspense>
          ) : null}
        </ProviderButtons>
      )}
    </AccountFrame>
  );
}
