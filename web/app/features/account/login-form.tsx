import { parseResponse } from 'hono/client';
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api';
import { withNext } from '../../lib/next';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { ErrorBanner } from '../../ui/error-banner';
import { TextInput } from '../../ui/inputs';
import { PasswordInput } from '../../ui/password-input';
import { Notice } from '../../ui/states';
import { AccountFrame, inlineLink } from './account-frame';
import { ProviderButtons } from './provider-buttons';
import { useAsked } from './use-asked';
import { useAttempt } from './use-attempt';
import { useEntry } from './use-entry';
import { useFields } from './use-fields';

const SecondFactorStep = lazy(() => import('./second-factor-step'));

const wrong = 'Invalid email or password';
const anything = () => undefined;

export function LoginForm() {
  const { next } = useAsked();
  const navigate = useNavigate();
  const signedIn = Boolean(useSession());
  const [unverified, setUnverified] = useState('');
  const entry = useEntry(next);
  const { challenge } = entry;
  const fields = useFields({ email: anything, password: anything });
  const login = useAttempt('Login failed');
  const { email, password } = fields.values;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for how the page was reached.
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    const left = new URLSearchParams(hash.slice(1));
    if (!left.has('provider_code') && !left.has('provider_error')) return;
    // A one-time code stays neither in the address nor in the history.
    window.history.replaceState(window.history.state, '', pathname + search);
    void login.run(async () => {
      const { exchange } = await import('./provider-return');
      entry.take(await exchange(left));
    });
  }, []);

  // Somebody already signed in, here or in another tab, has no business here; signing in below takes the way with the
  // greeting instead.
  useEffect(() => {
    const entering = login.busy || challenge || entry.welcome;
    if (signedIn && !entering) void navigate(next ?? '/', { replace: true });
  }, [signedIn, login.busy, challenge, entry.welcome, navigate, next]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = fields.check();
    if (!typed || login.busy) return;
    setUnverified('');
    void login.run(
      async () => entry.take(await parseResponse(api.auth.login.$post({ json: typed }))),
      ({ code }) => {
        if (code === 'email_unverified') setUnverified(typed.email.trim());
        if (code === 'invalid_credentials' || code === 'invalid_fields') {
          fields.refuse({ email: wrong, password: wrong });
        }
      },
    );
  };

  return (
    <AccountFrame
      title={challenge ? 'Two-step sign-in' : 'Welcome back'}
      lead={challenge ? 'One more step before you are in.' : undefined}
      aside={
        challenge ? undefined : (
          <>
            No account yet?{' '}
            <Link to={withNext('/register', next)} className={inlineLink}>
              Register
            </Link>
          </>
        )
      }
    >
      <div role="status" className="empty:hidden">
        {entry.welcome ? <Notice tone="good">Welcome back! You are now logged in.</Notice> : null}
      </div>
      {challenge ? (
        <Suspense>
          <SecondFactorStep
            challenge={challenge.token}
            done={entry.welcome}
            onEnter={entry.take}
            onRestart={entry.restart}
          />
        </Suspense>
      ) : null}
      {/* Only hidden behind the second step, so that what was typed is still there after a step back. */}
      <form
        {...fields.form}
        hidden={challenge !== null}
        method="post"
        noValidate
        onSubmit={submit}
        className="grid gap-5"
      >
        <ErrorBanner text={login.failure}>
          {unverified ? (
            <Link to={withNext('/verify-email', next, { email: unverified })} className={inlineLink}>
              Enter the code from the mail
            </Link>
          ) : null}
        </ErrorBanner>
        <TextInput
          {...fields.input('email')}
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordInput {...fields.input('password')} label="Password" autoComplete="current-password" />
        <p className="-mt-2 text-sm">
          <Link to={withNext('/reset-password', next)} className={inlineLink}>
            Forgot your password?
          </Link>
        </p>
        <Button
          type="submit"
          size="large"
          wide
          disabled={!email || !password || entry.welcome}
          busy={login.busy}
        >
          {login.busy ? 'Logging in…' : 'Log in'}
        </Button>
      </form>
      {challenge ? null : <ProviderButtons next={next} />}
    </AccountFrame>
  );
}
