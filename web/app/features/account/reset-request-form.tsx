import { useMutation } from '@tanstack/react-query';
import { EMAIL_MESSAGE, isEmail } from '@vialproof/contract/credentials';
import { parseResponse } from 'hono/client';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api';
import { withNext } from '../../lib/next';
import { Button } from '../../ui/button';
import { ErrorBanner } from '../../ui/error-banner';
import { useHydrated } from '../../ui/figures';
import { Form } from '../../ui/form';
import { TextInput } from '../../ui/inputs';
import { AccountFrame } from './account-frame';
import { failureText, forgetError } from './failure';
import { useSignInParams } from './use-sign-in-params';

/** First step of a password reset: the e-mail address to which the code is sent. */
export function ResetRequestForm() {
  const { next } = useSignInParams();
  const navigate = useNavigate();
  // React takes input from before hydration when this form renders again.
  useHydrated();
  const { register, handleSubmit, watch, formState } = useForm<{ email: string }>({ mode: 'onTouched' });
  const request = useMutation({
    mutationFn: async ({ email }: { email: string }) => {
      await parseResponse(api.auth['reset-password'].request.$post({ json: { email: email.trim() } }));
    },
    onSuccess: (_, { email }) => navigate(withNext('/reset-password/code', next, { email: email.trim() })),
  });
  return (
    <AccountFrame
      title="Reset your password"
      lead="Enter the address of your account. If it has one, we mail it a six-digit code."
      aside={
        <Link to={withNext('/login', next)} className="link">
          Back to login
        </Link>
      }
    >
      <Form onSubmit={handleSubmit((fields) => request.mutate(fields))} onInput={() => forgetError(request)}>
        <ErrorBanner
          text={request.error ? failureText(request.error, 'Password reset request failed') : ''}
        />
        <TextInput
          {...register('email', { validate: (text) => !text || isEmail(text) || EMAIL_MESSAGE })}
          label="Email"
          type="email"
          maxLength={254}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.email?.message}
        />
        <Button
          type="submit"
          size="large"
          wide
          disabled={!isEmail(watch('email') ?? '')}
          busy={request.isPending}
        >
          {request.isPending ? 'Sending the code…' : 'Send code'}
        </Button>
      </Form>
    </AccountFrame>
  );
}
