import { CODE_SECONDS } from '@vialproof/contract/mailed-codes';
import { parseResponse } from 'hono/client';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api';
import { withNext } from '../../lib/next';
import { AccountFrame } from './account-frame';
import { CodeForm } from './code-form';
import { useSignInParams } from './use-sign-in-params';

/** Second step of a password reset: the code. The server sets a cookie, which is valid only for the third step. */
export function ResetCodeForm() {
  const { next, email } = useSignInParams();
  const navigate = useNavigate();
  const reset = api.auth['reset-password'];
  const back = (
    <Link to={withNext('/reset-password', next)} className="link">
      Use another address
    </Link>
  );
  if (!email) {
    return (
      <AccountFrame
        title="Enter the code"
        lead="Tell us your address first; then we mail you a code."
        aside={back}
      >
        {null}
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Enter the code"
      lead={
        <>
          If <strong className="font-medium text-ink">{email}</strong> has an account, a six-digit code is on
          its way: at once, or within 15 minutes if others were asked for. It works only in this browser,{' '}
          {`for ${CODE_SECONDS / 60} minutes after it is sent.`}
        </>
      }
      aside={back}
    >
      <CodeForm
        action="Continue"
        busyAction="Checking the code…"
        fallback="Code verification failed"
        check={async (code) => {
          await parseResponse(reset['verify-code'].$post({ json: { email, code } }));
          await navigate(withNext('/reset-password/new', next, { email }));
        }}
        resend={() => parseResponse(reset.request.$post({ json: { email } }))}
        resentText="New code sent."
      />
    </AccountFrame>
  );
}
