import { useMutation } from '@tanstack/react-query';
import { EMAIL_MESSAGE, isEmail } from '@vialproof/contract/credentials';
import type { MyWatch } from '@vialproof/contract/watches';
import { parseResponse } from 'hono/client';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../lib/api';
import { showFieldErrors } from '../../lib/field-errors';
import { ApiProblem } from '../../lib/problem';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { useHydrated } from '../../ui/figures';
import { Form } from '../../ui/form';
import { TextInput } from '../../ui/inputs';
import { Notice } from '../../ui/states';
import { StepError } from '../../ui/step-error';
import { BegunWatch } from './begun-watch';
import { askedWords, NOT_WATCHED, promiseWords, type WatchSubject } from './words';

interface Fields {
  email: string;
}

/** Asks for an alert. For the address of the account the alert begins at once, and the server answers with it. */
export async function askToWatch({ email, ...watched }: WatchSubject & Fields): Promise<MyWatch | null> {
  const json = { ...watched, email: email.trim() };
  return (await parseResponse(api.watches.$post({ json }))).watch ?? null;
}

/** Replaces the form after the reader has sent it, and takes the focus over from the form. */
export function WatchAsked({ email }: { email: string }) {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <div ref={words} role="status" tabIndex={-1} className="wrap-anywhere max-w-prose outline-none">
      <Notice tone="good">{askedWords(email)}</Notice>
    </div>
  );
}

/**
 * Asks for the address of an e-mail alert. `isOpened`: a click opened the form, so its field gets the focus. `typed`
 * and `failure`: the input and the error of a form that was sent before hydration.
 */
export function WatchForm({
  kind,
  subject,
  isOpened = false,
  typed,
  failure,
}: WatchSubject & { isOpened?: boolean; typed?: string | undefined; failure?: string | undefined }) {
  const session = useSession();
  // The form renders again after hydration, so that it uses input from before hydration.
  useHydrated();
  const { register, handleSubmit, setError, setFocus, watch, formState } = useForm<Fields>({
    values: { email: typed ?? session?.user.email ?? '' },
    resetOptions: { keepDirtyValues: true },
  });
  useEffect(() => {
    if (isOpened) setFocus('email');
  }, [isOpened, setFocus]);
  const ask = useMutation({
    mutationFn: ({ email }: Fields) => askToWatch({ kind, subject, email }),
    onError: (error) => showFieldErrors<Fields>(error, ['email'], setError),
  });
  const isOwn = (email: string) => email.trim().toLowerCase() === session?.user.email.toLowerCase();
  if (ask.data) {
    return <BegunWatch watch={ask.data} email={ask.variables.email.trim()} onUndone={() => ask.reset()} />;
  }
  // No mail goes to the address of the account, whose alert begins at once or not at all.
  const isRefused = ask.isSuccess && isOwn(ask.variables.email);
  if (ask.isSuccess && !isRefused) return <WatchAsked email={ask.variables.email.trim()} />;
  const isSaid = ask.error instanceof ApiProblem && ask.error.field('email') !== undefined;
  return (
    <Form
      action="/watch"
      aria-label="Tell me when something new comes"
      onSubmit={handleSubmit((fields) => ask.mutate(fields))}
      className="grid w-full max-w-md gap-4"
    >
      {isOpened ? <p className="display-3">Tell me when something new comes</p> : null}
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="subject" value={subject} />
      <TextInput
        {...register('email', { validate: (text) => isEmail(text) || EMAIL_MESSAGE })}
        label="Email"
        type="email"
        maxLength={254}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        help={promiseWords(kind)}
        error={formState.errors.email?.message}
      />
      <p role="status" className="empty:hidden">
        {isRefused ? NOT_WATCHED : ''}
      </p>
      <StepError error={isSaid ? null : (ask.error ?? failure)} />
      <div>
        <Button type="submit" busy={ask.isPending}>
          {ask.isPending ? 'Sending…' : isOwn(watch('email')) ? 'Watch' : 'Send me the link'}
        </Button>
      </div>
    </Form>
  );
}
