import { useState } from 'react';
import { ApiProblem } from '../../lib/problem';
import { useCountdown } from '../../lib/use-countdown';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';

/** Asks for a new code once the 60 seconds are over. Outcomes are alerts (specification, section 8). */
export function ResendCode({ send, sentText }: { send: () => Promise<unknown>; sentText: string }) {
  const { left, restart } = useCountdown();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const resend = async () => {
    setBusy(true);
    setRefusal('');
    try {
      await send();
      restart();
      window.alert(sentText);
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'rate_limited') setRefusal(error.detail);
      else window.alert('Failed to send new code. Please try again.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-2 border-rule border-t pt-6">
      <p className="text-ink-soft text-sm">
        No mail after a minute? Look in the spam folder, or ask for another code.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          variant="secondary"
          size="small"
          disabled={left > 0}
          busy={busy}
          onClick={() => void resend()}
        >
          Request a new code
        </Button>
        <p role="timer" className="figures text-ink-soft text-sm">
          {left > 0 ? `Available in ${left} s` : ''}
        </p>
      </div>
      {refusal ? <FieldError>{refusal}</FieldError> : null}
    </div>
  );
}
