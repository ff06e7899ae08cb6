import { useMutation } from '@tanstack/react-query';
import type { SignedIn } from '@vialproof/contract/accounts';
import { CODE_MESSAGE } from '@vialproof/contract/credentials';
import { parseResponse } from 'hono/client';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { CodeInput, isCodeComplete } from '../../ui/code-input';
import { ErrorBanner } from '../../ui/error-banner';
import { Form } from '../../ui/form';
import { TextInput } from '../../ui/inputs';
import { failureText, forgetError } from './failure';

/** The second step of a sign-in. Its code is loaded only for accounts that need it. */
export default function SecondFactorStep({
  challenge,
  done,
  onEnter,
  onRestart,
}: {
  challenge: string;
  done: boolean;
  onEnter: (answer: SignedIn) => void;
  onRestart: () => void;
}) {
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const attempt = useMutation({
    mutationFn: () => parseResponse(api.auth['second-factor'].$post({ json: { challenge, code } })),
    onSuccess: onEnter,
    onError: (error) => {
      if (!(error instanceof ApiProblem)) return;
      setRefusals((count) => count + 1);
      setWrong(error.field('code'));
    },
  });
  const isExpired = attempt.error instanceof ApiProblem && attempt.error.code === 'sign_in_expired';

  const type = (text: string) => {
    setCode(text);
    setWrong(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (done) return;
    if (recovery ? !code.trim() : !isCodeComplete(code))
      setWrong(recovery ? 'Enter one of your recovery codes.' : CODE_MESSAGE);
    else attempt.mutate();
  };

  return (
    <div className="grid gap-6">
      <Form onSubmit={submit} onInput={() => forgetError(attempt)} className="grid gap-6">
        <ErrorBanner text={attempt.error ? failureText(attempt.error, 'Code verification failed') : ''}>
          {isExpired ? (
            <button type="button" onClick={onRestart} className="link justify-self-start text-sm">
              Start again
            </button>
          ) : null}
        </ErrorBanner>
        {recovery ? (
          <TextInput
            key="recovery"
            label="Recovery code"
            help="One of the codes you kept when you set this up. Each works once."
            mono
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            value={code}
            onChange={(event) => type(event.target.value)}
            error={wrong}
          />
        ) : (
          <CodeInput
            // A refused code builds the boxes anew, so that the next code replaces it (as in CodeForm).
            key={refusals}
            label="Code from your authenticator app"
            value={code}
            onChange={type}
            error={wrong}
            autoFocus
          />
        )}
        <Button type="submit" size="large" wide disabled={done} busy={attempt.isPending}>
          {attempt.isPending ? 'Checking the code…' : 'Continue'}
        </Button>
      </Form>
      <div className="grid justify-items-start gap-1 border-rule border-t pt-4">
        <button
          type="button"
          className="link min-h-11 text-sm"
          onClick={() => {
            setRecovery(!recovery);
            type('');
            attempt.reset();
          }}
        >
          {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </button>
        <button type="button" className="link min-h-11 text-sm" onClick={onRestart}>
          Back to login
        </button>
      </div>
    </div>
  );
}
