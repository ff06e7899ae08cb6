import { isStrongPassword, PASSWORD_MESSAGE } from '@vialproof/contract/credentials';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api';
import { withNext } from '../../lib/next';
import { endSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { ErrorBanner } from '../../ui/error-banner';
import { PasswordInput } from '../../ui/password-input';
import { Notice } from '../../ui/states';
import { AccountFrame, inlineLink } from './account-frame';
import { useAsked } from './use-asked';
import { useAttempt } from './use-attempt';
import { useFields } from './use-fields';

const rules = { password: (text: string) => (isStrongPassword(text) ? undefined : PASSWORD_MESSAGE) };
const redirectMs = 1_500;

/** Third step: the new password. Every session has ended with it, this browser's too. */
export function NewPasswordForm() {
  const { next, email } = useAsked();
  const navigate = useNavigate();
  const fields = useFields(rules);
  const change = useAttempt('The new password could not be set. Please try again.');
  const [expired, setExpired] = useState(false);
  const [done, setDone] = useState(false);

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate(withNext('/login', next), { replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [done, navigate, next]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = fields.check();
    if (!typed || change.busy) return;
    setExpired(false);
    void change.run(
      async () => {
        await api.auth['reset-password'].new.$post({ json: typed }).catch((error: unknown) => {
          console.warn('Setting the new password failed:', error instanceof Error ? error.message : error);
          throw error;
        });
        endSession();
        setDone(true);
      },
      (problem) => {
        setExpired(problem.code === 'reset_expired');
        const message = problem.field('password');
        if (message) fields.refuse({ password: message });
      },
    );
  };

  return (
    <AccountFrame
      title="Choose a new password"
      lead="Every device that is signed in to this account will be signed out."
    >
      <form {...fields.form} method="post" noValidate onSubmit={submit} className="grid gap-5">
        <ErrorBanner text={change.failure}>
          {expired ? (
            <Link to={withNext('/reset-password', next)} className={inlineLink}>
              Start again
            </Link>
          ) : null}
        </ErrorBanner>
        <div role="status" className="empty:hidden">
          {done ? <Notice tone="good">Your new password is set. Please log in with it.</Notice> : null}
        </div>
        {/* Tells a password manager whose password this is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          {...fields.input('password')}
          label="New password"
          autoComplete="new-password"
          help={
            fields.input('password').error
              ? undefined
              : '8 or more characters with uppercase, lowercase, a number and a special character.'
          }
        />
        <Button
          type="submit"
          size="large"
          wide
          disabled={!isStrongPassword(fields.values.password) || done}
          busy={change.busy}
        >
          {change.busy ? 'Saving…' : 'Set new password'}
        </Button>
      </form>
    </AccountFrame>
  );
}
