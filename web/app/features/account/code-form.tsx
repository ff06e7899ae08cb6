import { useMutation } from '@tanstack/react-query';
import { CODE_MESSAGE } from '@vialproof/contract/credentials';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { CodeInput, isCodeComplete } from '../../ui/code-input';
import { ErrorBanner } from '../../ui/error-banner';
import { useHydrated } from '../../ui/figures';
import { Form } from '../../ui/form';
import { failureText, forgetError } from './failure';
import { ResendCode } from './resend-code';

/** Six boxes for a code, a button that sends it, and a button that asks for a new code. `check` throws for a refused code. */
export function CodeForm({
  action,
  busyAction,
  fallback,
  check,
  resend,
  resentText,
}: {
  action: string;
  busyAction: string;
  /** The text that is shown if the server gave no reason. */
  fallback: string;
  check: (code: string) => Promise<void>;
  resend: () => Promise<unknown>;
  resentText: string;
}) {
  const [code, setCode] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const attempt = useMutation({
    mutationFn: check,
    onError: (error) => {
      if (error instanceof ApiProblem) setRefusals((count) => count + 1);
    },
  });
  const hydrated = useHydrated();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isCodeComplete(code)) attempt.mutate(code);
    else setFieldError(CODE_MESSAGE);
  };

  return (
    <>
      <Form onSubmit={submit} onInput={() => forgetError(attempt)} className="grid gap-6">
        <ErrorBanner text={attempt.error ? failureText(attempt.error, fallback) : ''} />
        <CodeInput
          // The form gets a new key after hydration and after a refused code, so that React builds it anew and its
          // first box takes the focus.
          key={`${hydrated} ${refusals}`}
          label="Code"
          value={code}
          onChange={(value) => {
            setCode(value);
            setFieldError(undefined);
          }}
          error={fieldError}
          disabled={!hydrated}
          autoFocus
        />
        <Button type="submit" size="large" wide disabled={!hydrated} busy={attempt.isPending}>
          {attempt.isPending ? busyAction : action}
        </Button>
      </Form>
      <ResendCode send={resend} sentText={resentText} />
    </>
  );
}
