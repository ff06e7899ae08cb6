import { useSyncExternalStore } from 'react';
import { ApiProblem, partMissing } from './problem';
import { readSession } from './session';

/** The open question for a password, code or passkey, and how to answer it. */
let question: PromiseWithResolvers<boolean> | null = null;
/** How often the session was confirmed since the page was loaded. */
let confirmations = 0;
const listeners = new Set<() => void>();

function setQuestion(next: typeof question): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog, or joins the open one. False: the person has cancelled, or no page shows the dialog. */
function ask(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  const asked = question ?? Promise.withResolvers<boolean>();
  if (!question) setQuestion(asked);
  return asked.promise;
}

/** Answers the open question. True: the server has confirmed the session. */
export function answerStepUp(isConfirmed: boolean): void {
  if (isConfirmed && question) confirmations += 1;
  close()?.resolve(isConfirmed);
}

/** Ends the open question because the dialog could not be loaded. The refused calls then fail and say so. */
export function failStepUp(): void {
  close()?.reject(partMissing());
}

function close(): typeof question {
  const closed = question;
  if (closed) setQuestion(null);
  return closed;
}

/**
 * Makes a call. If the server first wants a confirmation of who the person is, it asks the person and repeats the call
 * once. Calls at the same time share one question. Without a confirmation the refusal is thrown, and without the dialog
 * the problem `partMissing`.
 */
export async function withStepUp<T>(call: () => Promise<T>): Promise<T> {
  const person = readSession()?.user.id;
  const before = confirmations;
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'step_up_required') throw error;
    // The question of another call may have been answered since this call was sent.
    const isConfirmed = confirmations !== before || (await ask());
    // A call of one user is never repeated as another user, who has signed in since.
    if (!isConfirmed || readSession()?.user.id !== person) throw error;
    return call();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the question is open. */
export function useStepUp(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => question !== null,
    () => false,
  );
}
