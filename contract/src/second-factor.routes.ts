import { SignedIn } from './accounts.ts';
import { data, json, routesOf } from './answers.routes.ts';
import * as shape from './second-factor.ts';

const route = routesOf('Accounts', 'own');

export const answerChallenge = route('post', '/auth/second-factor', {
  summary: 'Answer the challenge of a sign-in with a code of the authenticator, a recovery code or a passkey',
  who: 'open',
  body: shape.AnswerChallengeBody,
  answers: { 200: json(SignedIn, 'Signed in') },
  refuses: ['code_invalid', 'passkey_refused', 'sign_in_expired', 'rate_limited'],
});

export const beginSecondFactor = route('post', '/me/second-factor/setup', {
  summary: 'Begin to set up a second factor; nothing changes before it is confirmed',
  body: shape.BeginSecondFactorBody,
  answers: { 200: data(shape.SecondFactorSetup, 'The secret to put into an authenticator') },
  refuses: ['passkey_required', 'step_up_required', 'wrong_state', 'rate_limited'],
});

export const confirmSecondFactor = route('post', '/me/second-factor/confirm', {
  summary: 'Switch the second factor on with its first code; other devices are signed out',
  body: shape.ConfirmSecondFactorBody,
  answers: { 200: data(shape.SecondFactorOn, 'On; the recovery codes are shown this once') },
  refuses: ['code_invalid', 'passkey_required', 'wrong_state', 'rate_limited'],
});

export const newRecoveryCodes = route('post', '/me/second-factor/recovery-codes', {
  summary: 'New recovery codes; the old ones stop working',
  body: shape.NewRecoveryCodesBody,
  answers: { 200: data(shape.RecoveryCodes, 'Shown this once') },
  refuses: ['code_invalid', 'wrong_state', 'rate_limited'],
});

export const switchSecondFactorOff = route('post', '/me/second-factor/off', {
  summary: 'Switch the second factor off; not for staff where one is required',
  body: shape.SecondFactorOffBody,
  answers: { 204: { description: 'Off' } },
  refuses: ['code_invalid', 'step_up_required', 'wrong_state', 'rate_limited'],
});
