import { type FormEvent, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api';
import { read } from '../../lib/client';
import { readSession, startSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { TextInput } from '../../ui/inputs';
import { Notice } from '../../ui/states';
import { AccountFrame, inlineLink } from './account-frame';
import { ErrorBanner } from './error-banner';
import { withNext } from './next';
import { PasswordInput } from './password-input';
import { ProviderButtons } from './provider-buttons';
import { useAsked } from './use-asked';
import { useAttempt } from './use-attempt';
import { useFields } from './use-fields';

const wrong = 'Invalid email or password';
const anything = () => undefined;
const redirectMs = 1_500;

export function LoginForm() {
  const { next } = useAsked();
  const navigate = useNavigate();
  const [unverified, setUnverified] = useState('');
  const [welcome, setWelcome] = useState(false);
  const fields = useFields({ email: anything, password: anything });
  const login = useAttempt('Login failed');
  const { email, password } = fields.values;

  // Somebody already signed in has no business here; signing in below takes the way with the greeting instead.
  useEffect(() => {
    if (readSession()) void navigate(next ?? '/', { replace: true });
  }, [navigate, next]);

  useEffect(() => {
    if (!welcome) return;
    const timer = setTimeout(() => void navigate(next ?? '/', { replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [welcome, navigate, next]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = fields.check();
    if (!typed || login.busy) return;
    setUnverified('');
    void login.run(
      async () => {
        const answer = await read(api.auth.login.$post({ json: typed }));
        if ('challenge' in answer) return;
        startSession(answer);
        setWelcome(true);
      },
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
      title="Welcome back"
      aside={
        <>
          No account yet?{' '}
          <Link to={withNext('/register', next)} className={inlineLink}>
            Register
          </Link>
        </>
      }
    >
      <form {...fields.form} method="post" noValidate onSubmit={submit} className="grid gap-5">
        <ErrorBanner text={login.failure}>
          {unverified ? (
            <Link to={withNext('/verify-email', next, { email: unverified })} className={inlineLink}>
              Enter the code from the mail
            </Link>
          ) : null}
        </ErrorBanner>
        <div role="status" className="empty:hidden">
          {welcome ? <Notice tone="good">Welcome back! You are now logged in.</Notice> : null}
        </div>
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
          <Link to="/reset-password" className={inlineLink}>
            Forgot your password?
          </Link>
        </p>
        <Button type="submit" size="large" wide disabled={!email || !password || welcome} busy={login.busy}>
          {login.busy ? 'Logging in…' : 'Log in'}
        </Button>
      </form>
      <ProviderButtons />
    </AccountFrame>
  );
}
