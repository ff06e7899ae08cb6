import { EMAIL_MESSAGE, isEmail } from '@vialproof/contract/credentials';
import { parseResponse } from 'hono/client';
import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api';
import { withNext } from '../../lib/next';
import { Button } from '../../ui/button';
import { ErrorBanner } from '../../ui/error-banner';
import { TextInput } from '../../ui/inputs';
import { AccountFrame, inlineLink } from './account-frame';
import { useAsked } from './use-asked';
import { useAttempt } from './use-attempt';
import { useFields } from './use-fields';

const rules = { email: (text: string) => (isEmail(text) ? undefined : EMAIL_MESSAGE) };

/** First step of a new password: where to send the code. */
export function ResetRequestForm() {
  const { next } = useAsked();
  const navigate = useNavigate();
  const fields = useFields(rules);
  const request = useAttempt('Password reset request failed');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = fields.check();
    if (!typed || request.busy) return;
    void request.run(async () => {
      const email = typed.email.trim();
      await parseResponse(api.auth['reset-password'].request.$post({ json: { email } }));
      await navigate(withNext('/reset-password/code', next, { email }));
    });
  };

  return (
    <AccountFrame
      title="Reset your password"
      lead="Enter the address of your account. If it has one, we mail it a six-digit code."
      aside={
        <Link to={withNext('/login', next)} className={inlineLink}>
          Back to login
        </Link>
      }
    >
      <form {...fields.form} method="post" noValidate onSubmit={submit} className="grid gap-5">
        <ErrorBanner text={request.failure} />
        <TextInput
          {...fields.input('email')}
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" size="large" wide disabled={!isEmail(fields.values.email)} busy={request.busy}>
          {request.busy ? 'Sending the code…' : 'Send code'}
        </Button>
      </form>
    </AccountFrame>
  );
}
