import { CODE_SECONDS } from '@vialproof/contract/mailed-codes';
import { parseResponse } from 'hono/client';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api';
import { homeOf, withNext } from '../../lib/next';
import { startSession } from '../../lib/session';
import { notify } from '../../ui/toast';
import { AccountFrame } from './account-frame';
import { CodeForm } from './code-form';
import { useSignInParams } from './use-sign-in-params';

/** The form for the code from the registration mail. A right code confirms the address and signs the user in. */
export function VerifyEmailForm() {
  const { next, email } = useSignInParams();
  const navigate = useNavigate();
  const back = (
    <Link to={withNext('/register', next)} className="link">
      Back to register
    </Link>
  );
  if (!email) {
    return (
      <AccountFrame
        title="Check your mail"
        aside={back}
        lead={
          <>
            Register first; then we mail you a code. You have one already?{' '}
            <Link to={withNext('/login', next)} className="link">
              Log in
            </Link>{' '}
            and we ask for it.
          </>
        }
      >
        {null}
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Check your mail"
      lead={
        <>
          We sent a six-digit code to <strong className="font-medium text-ink">{email}</strong>.{' '}
          {`It is valid for ${CODE_SECONDS / 60} minutes.`}
        </>
      }
      aside={back}
    >
      <CodeForm
        action="Verify email"
        busyAction="Verifying…"
        fallback="Code verification failed"
        check={async (code) => {
          const answer = await parseResponse(api.auth['verify-email'].$post({ json: { email, code } }));
          startSession(answer);
          notify.success('Email verified. You are now logged in.');
          await navigate(next ?? homeOf(answer.user), { replace: true });
        }}
        resend={() => parseResponse(api.auth['verify-email'].resend.$post({ json: { email } }))}
        resentText="New verification code sent."
      />
    </AccountFrame>
  );
}
