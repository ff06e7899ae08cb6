import { EMAIL_MESSAGE, EMAIL_PATTERN } from '@vialproof/contract/accounts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { useHydrated } from '../../ui/figures';
import { TextInput } from '../../ui/inputs';
import { AccountFrame, inlineLink } from './account-frame';
import { ErrorBanner } from './error-banner';
import { failureText } from './failure';
import { withNext } from './next';

/** First step of a new password: where to send the code. */
export function ResetRequestForm() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState('');
  const { register, handleSubmit, watch, formState } = useForm<{ email: string }>({ mode: 'onTouched' });
  const hydrated = useHydrated();
  const valid = EMAIL_PATTERN.test(watch('email')?.trim() ?? '');

  const submit = handleSubmit(async ({ email }) => {
    setFailure('');
    try {
      const address = email.trim();
      await api.auth['reset-password'].request.$post({ json: { email: address } });
      await navigate(withNext('/reset-password/code', null, { email: address }));
    } catch (error) {
      setFailure(failureText(error, 'Password reset request failed'));
    }
  });

  return (
    <AccountFrame
      title="Reset your password"
      lead="Enter the address of your account. If it has one, we mail it a six-digit code."
      aside={
        <Link to="/login" className={inlineLink}>
          Back to login
        </Link>
      }
    >
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <ErrorBanner text={failure} />
        <TextInput
          {...register('email', {
            validate: (email) => EMAIL_PATTERN.test(email.trim()) || EMAIL_MESSAGE,
          })}
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.email?.message}
        />
        <Button type="submit" size="large" wide disabled={!hydrated || !valid} busy={formState.isSubmitting}>
          {formState.isSubmitting ? 'Sending the code…' : 'Send code'}
        </Button>
      </form>
    </AccountFrame>
  );
}
