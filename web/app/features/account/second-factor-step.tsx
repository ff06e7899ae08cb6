import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { SignedIn } from '@vialproof/contract/accounts';
import { CODE_MESSAGE } from '@vialproof/contract/credentials';
import type { Challenge } from '@vialproof/contract/second-factor';
import { parseResponse } from 'hono/client';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api';
import { useConfig } from '../../lib/config';
import { askForPasskey, usePasskeysHere } from '../../lib/passkeys';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { CodeInput, isCodeComplete } from '../../ui/code-input';
import { ErrorBanner } from '../../ui/error-banner';
import { Form } from '../../ui/form';
import { TextInput } from '../../ui/inputs';
import { failureText, forgetError } from './failure';

/** What a person answers to the second step. */
type Answer = { code: string } | 'passkey';
type Attempt = UseMutationResult<SignedIn | null, Error, Answer>;

/** The second step of a sign-in. Its code is loaded only for accounts that need it. */
export default function SecondFactorStep({
  challenge: { token, methods },
  done,
  onEnter,
  onRestart,
}: {
  challenge: Challenge;
  done: boolean;
  onEnter: (answer: SignedIn) => void;
  onRestart: () => void;
}) {
  const attempt: Attempt = useMutation({
    mutationFn: async (answer: Answer) => {
      const proof = answer === 'passkey' ? await passkeyFor(token) : answer;
      return (
        proof && parseResponse(api.auth['second-factor'].$post({ json: { challenge: token, ...proof } }))
      );
    },
    onSuccess: (answer) => answer && onEnter(answer),
  });
  const isExpired = attempt.error instanceof ApiProblem && attempt.error.code === 'sign_in_expired';
  const takesCode = methods.includes('code');
  return (
    <div className="grid gap-6">
      <ErrorBanner text={attempt.error ? failureText(attempt.error, 'Code verification failed') : ''}>
        {isExpired ? (
          <button type="button" onClick={onRestart} className="link justify-self-start text-sm">
            Start again
          </button>
        ) : null}
      </ErrorBanner>
      {takesCode ? <CodeStep attempt={attempt} done={done} /> : null}
      {methods.includes('passkey') ? <PasskeyStep attempt={attempt} done={done} isOnly={!takesCode} /> : null}
      <div className="border-rule border-t pt-4">
        <button type="button" className="link min-h-11 text-sm" onClick={onRestart}>
          Back to login
        </button>
      </div>
    </div>
  );
}

async function passkeyFor(token: string) {
  const passkey = await askForPasskey(token);
  return passkey && { passkey };
}

/** Asks for a code of the authenticator app, or for a recovery code. */
function CodeStep({ attempt, done }: { attempt: Attempt; done: boolean }) {
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const wrong = attempt.error instanceof ApiProblem ? attempt.error.field('code') : undefined;
  const type = (text: string) => {
    setCode(text);
    setMissing(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (done) return;
    if (recovery ? !code.trim() : !isCodeComplete(code))
      setMissing(recovery ? 'Enter one of your recovery codes.' : CODE_MESSAGE);
    else
      attempt.mutate(
        { code },
        { onError: (error) => error instanceof ApiProblem && setRefusals((count) => count + 1) },
      );
  };
  const isChecking = attempt.isPending && attempt.variables !== 'passkey';
  return (
    <div className="grid gap-4">
      <Form onSubmit={submit} onInput={() => forgetError(attempt)} className="grid gap-6">
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
            error={missing ?? wrong}
          />
        ) : (
          <CodeInput
            // A refused code builds the boxes anew, so that the next code replaces it (as in CodeForm).
            key={refusals}
            label="Code from your authenticator app"
            value={code}
            onChange={type}
            error={missing ?? wrong}
            autoFocus
          />
        )}
        <Button type="submit" size="large" wide disabled={done} busy={isChecking}>
          {isChecking ? 'Checking the code…' : 'Continue'}
        </Button>
      </Form>
      <div>
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
      </div>
    </div>
  );
}

/** Offers a passkey. Where it is the only way and cannot be used, a sentence says where it can. */
function PasskeyStep({ attempt, done, isOnly }: { attempt: Attempt; done: boolean; isOnly: boolean }) {
  const isHere = usePasskeysHere();
  const address = useConfig()?.brand.url ?? '';
  if (!isHere && !isOnly) return null;
  if (!isHere)
    return (
      <p className="wrap-anywhere">
        {`Your account asks for its passkey. It works at ${address}, in a browser that knows passkeys.`}
      </p>
    );
  const isAsking = attempt.isPending && attempt.variables === 'passkey';
  return (
    <Button
      variant={isOnly ? 'primary' : 'secondary'}
      size={isOnly ? 'large' : 'medium'}
      wide
      icon={<KeyRound aria-hidden="true" className="size-4" />}
      aria-disabled={done}
      // The button that was pressed before is hidden now.
      autoFocus={isOnly}
      busy={isAsking}
      onClick={() => attempt.mutate('passkey')}
    >
      {isAsking ? 'Waiting for your passkey…' : 'Use a passkey'}
    </Button>
  );
}
