import { useMutation } from '@tanstack/react-query';
import { ApiProblem } from '../../lib/problem';
import { useCountdown } from '../../lib/use-countdown';
import { CountdownButton } from '../../ui/countdown-button';
import { FieldError } from '../../ui/field';

/**
 * A button that requests a new code. It is enabled after 60 seconds, and an alert shows the result (specification,
 * section 8).
 */
export function ResendCode({ send, sentText }: { send: () => Promise<unknown>; sentText: string }) {
  const { left, restart } = useCountdown();
  const resend = useMutation({
    mutationFn: send,
    onSuccess: () => {
      restart();
      window.alert(sentText);
    },
    onError: (error) => {
      if (!isTooSoon(error)) window.alert('Failed to send new code. Please try again.');
    },
  });
  return (
    <div className="grid gap-2 border-rule border-t pt-6">
      <p className="text-ink-soft text-sm">
        No mail after a minute? Look in the spam folder, or ask for another code.
      </p>
      <CountdownButton left={left} busy={resend.isPending} onClick={() => resend.mutate()}>
        Request a new code
      </CountdownButton>
      {isTooSoon(resend.error) ? <FieldError>{resend.error.detail}</FieldError> : null}
    </div>
  );
}

function isTooSoon(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.code === 'rate_limited';
}
