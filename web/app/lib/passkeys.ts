import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { NewPasskeyResponse, PasskeyResponse } from '@vialproof/contract/passkeys';
import { parseResponse } from 'hono/client';
import { useSyncExternalStore } from 'react';
import { api } from './api';
import { useConfig } from './config';
import { ApiProblem, partMissing } from './problem';

const never = () => () => undefined;

/**
 * Whether passkeys can be used on this page: the browser has them, and the page has the public address of the site, to
 * which passkeys belong. False on the server.
 */
export function usePasskeysHere(): boolean {
  const site = useConfig()?.brand.url;
  return useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window && URL.parse(site ?? '')?.origin === window.location.origin,
    () => false,
  );
}

/** The library for passkeys, which only a page that uses one loads. */
const library = () =>
  import('@simplewebauthn/browser').catch(() => {
    throw partMissing();
  });

/** Names of the browser's errors for a person who has closed its question, or has let it run out. */
const cancelled = ['NotAllowedError', 'AbortError'];
const sentences: Record<string, string> = {
  InvalidStateError: 'This device has a passkey for your account already.',
};

/** The browser's answer. Null: the person has cancelled. Throws an ApiProblem with a sentence for users. */
async function answerOf<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (cancelled.includes(name)) return null;
    const detail = sentences[name] ?? 'Your browser could not use a passkey. Try again, or go on without it.';
    throw new ApiProblem(400, { detail });
  }
}

// The options are JSON: a field that is missing is absent and never undefined, as the library wants it.

/**
 * Asks the person for a passkey. `challenge` is the token of a sign-in's second step. Null: the person has cancelled.
 */
export async function askForPasskey(challenge?: string): Promise<PasskeyResponse | null> {
  const { data } = await parseResponse(
    api.auth.passkeys.options.$post({ json: challenge === undefined ? {} : { challenge } }),
  );
  const { startAuthentication } = await library();
  return answerOf(startAuthentication({ optionsJSON: data as PublicKeyCredentialRequestOptionsJSON }));
}

/** Lets the person make a passkey for the account. Null: the person has cancelled. */
export async function makePasskey(): Promise<NewPasskeyResponse | null> {
  const { data } = await parseResponse(api.auth.passkeys['registration-options'].$post());
  const { startRegistration } = await library();
  return answerOf(startRegistration({ optionsJSON: data as PublicKeyCredentialCreationOptionsJSON }));
}
