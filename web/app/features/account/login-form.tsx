import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api';
import { read } from '../../lib/client';
import { ApiProblem } from '../../lib/problem';
import { readSession, startSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { useHydrated } from '../../ui/figures';
import { TextInput } from '../../ui/inputs';
import { Notice } from '../../ui/states';
import { AccountFrame, inlineLink } from './account-frame';
import { ErrorBanner } from './error-banner';
import { failureText } from './failure';
import { withNext } from './next';
import { PasswordInput } from './password-input';
import { ProviderButtons } from './provider-buttons';
import { useAsked } from './use-asked';

interface Fields {
  email: string;
  password: string;
}

const redirectMs = 1_500;

export function LoginForm() {
  const { next } = useAsked();
  const navigate = useNavigate();
  const [failure, setFailure] = useState('');
  const [unverified, setUnverified] = useState('');
  const [welcome, setWelcome] = useState(false);
  // No default values: what was typed or filled in before the page came alive stays.
  const { register, handleSubmit, setError, watch, formState } = useForm<Fields>();
  const hydrated = useHydrated();
  const [email, password] = watch(['email', 'password']);

  // Somebody already signed in has no business here; signing in below takes the way with the greeting instead.
  useEffect(() => {
    if (readSession()) void navigate(next ?? '/', { replace: true });
  }, [navigate, next]);

  useEffect(() => {
    if (!welcome) return;
    const timer = setTimeout(() => void navigate(next ?? '/', { replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [welcome, navigate, next]);

  const submit = handleSubmit(async (fields) => {
    setFailure('');
    setUnverified('');
    try {
      const answer = await read(api.auth.login.$post({ json: fields }));
      startSession(answer);
      setWelcome(true);
    } catch (error) {
      setFailure(failureText(error, 'Login failed'));
      if (!(error instanceof ApiProblem)) return;
      if (error.code === 'email_unverified') setUnverified(fields.email.trim());
      if (error.code !== 'invalid_credentials' && error.code !== 'invalid_fields') return;
      setError('password', { message: 'Invalid email or password' });
      setError('email', { message: 'Invalid email or password' }, { shouldFocus: true });
    }
  });

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
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <ErrorBanner text={failure}>
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
          {...register('email', { required: true })}
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.email?.message}
        />
        <PasswordInput
          {...register('password', { required: true })}
          label="Password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
        />
        <p className="-mt-2 text-sm">
          <Link to="/reset-password" className={inlineLink}>
            Forgot your password?
          </Link>
        </p>
        <Button
          type="submit"
          size="large"
          wide
          disabled={!hydrated || !email || !password || welcome}
          busy={formState.isSubmitting}
        >
          {formState.isSubmitting ? 'Logging in…' : 'Log in'}
        </Button>
      </form>
      <ProviderButtons />
    </AccountFrame>
  );
}
