import type { NumberReadings } from './thousands.ts';

/** All refusals of the API: each error code has an HTTP status and a sentence. */
export const ERRORS = {
  // requests that are malformed, unknown or not allowed
  malformed: [400, 'The request could not be read.'],
  code_invalid: [400, 'That code is not right or has expired.'],
  reset_expired: [400, 'This password reset has expired. Please start again.'],
  sign_in_expired: [400, 'This sign-in has expired. Please start again.'],
  webhook_signature: [400, 'The signature does not match.'],
  unauthenticated: [401, 'Please sign in.'],
  invalid_credentials: [401, 'Invalid email or password'],
  signature_refused: [401, 'Enter your password, or a code of your second factor, to sign.'],
  passkey_refused: [401, 'This passkey was not accepted. Try again, or go on without it.'],
  key_ended: [401, 'This laboratory key has ended. An admin makes a new one on the page of keys.'],
  email_unverified: [403, 'Please verify your email address first.'],
  second_factor_required: [403, 'Set up a second factor first: staff rights begin with it.'],
  passkey_required: [403, 'Use your passkey first, or set one up: your rights begin with it.'],
  sign_in_again: [403, 'Please sign in again before you change this.'],
  step_up_required: [
    403,
    'Confirm that it is you: enter your password or a code of your second factor, or use a passkey.',
  ],
  forbidden: [403, 'You are not allowed to do this.'],
  same_person: [403, 'A result is published by a second person: somebody who did not touch this revision.'],
  not_authorised: [403, 'Only people who are authorised for this method enter or release its results.'],
  own_order: [403, 'Staff never handle their own order.'],
  cross_site: [403, 'This request came from another site.'],
  not_found: [404, 'There is nothing here.'],
  verification_failed: [404, 'Invalid task number or key.'],
  method_not_allowed: [405, 'This address does not take that method.'],
  not_acceptable: [406, 'This address has no answer of the kind that was asked for.'],
  request_timeout: [408, 'The request did not arrive in time.'],
  // requests that do not fit the present state
  price_changed: [409, 'The price has changed. Please check the new amount.'],
  too_many_drafts: [409, 'You have 20 unpaid orders open. Pay or cancel one of them first.'],
  order_locked: [409, 'This order can no longer be changed.'],
  already_published: [
    409,
    'A result of this test has been published. What was published stays registered, and cannot become private again.',
  ],
  already_paid: [409, 'This order is already paid.'],
  payment_under_review: [
    409,
    'What arrived is not the amount due, and a person is looking at it. Please do not pay again: it counts, or goes back to you.',
  ],
  certificate_not_ready: [409, 'Certificate will be available when test is complete.'],
  stale_draft: [409, 'Somebody else saved this draft in the meantime. Reload to see their version.'],
  trace_used_elsewhere: [409, 'This trace is stored under another sample.'],
  stale_version: [409, 'Somebody else changed this in the meantime. Reload to see their version.'],
  group_full: [409, 'All seats of this group are taken.'],
  group_locked: [409, 'This group is locked: its members and shares no longer change.'],
  already_joined: [409, 'You are in this group already.'],
  not_a_member: [409, 'Join the group first.'],
  no_gap: [409, 'There is no gap to cover.'],
  too_few_members: [409, 'Too few have joined.'],
  not_showable: [409, 'Only a published result that everybody may read can be displayed in Discoveries.'],
  showcase_closed: [409, 'Paid display is not offered at the moment.'],
  payout_waits: [409, 'This cannot be paid out yet.'],
  wrong_state: [409, 'This step is not possible in the present state.'],
  request_in_progress: [409, 'The same request is still being worked on.'],
  account_in_use: [409, 'Your account cannot be deleted while an order is open.'],
  last_admin: [409, 'There must be another admin first.'],
  // size and content
  too_large: [413, 'That is too large.'],
  unsupported_media_type: [415, 'This content type is not accepted here.'],
  invalid_fields: [422, 'Please check the marked fields.'],
  sku_not_sold: [422, 'This test is not sold.'],
  payment_method_unavailable: [422, 'This payment method is not available yet.'],
  spectrum_unreadable: [422, 'This file could not be read as a mass spectrum.'],
  chromatogram_unreadable: [422, 'This file could not be read as a chromatogram.'],
  ambiguous_numbers: [422, 'The numbers of this file can be read in two ways.'],
  file_infected: [422, 'The virus scanner found something in this file. It was not kept.'],
  file_type: [422, 'This kind of file is not accepted.'],
  certificate_unprintable: [422, 'The certificate cannot be printed from these fields.'],
  idempotency_mismatch: [422, 'This Idempotency-Key was used for another request.'],
  // rate limits and failures
  rate_limited: [429, 'Too many tries. Please wait a moment.'],
  internal: [500, 'Something went wrong on our side.'],
  provider_unavailable: [503, 'The payment provider does not answer right now. Nothing was charged.'],
  log_read_only: [
    503,
    'The public log is read-only: the database does not hold all that the log has signed. Nothing can be published, amended, retracted or taken in until that is mended. Please tell an admin: the server’s log says what to do.',
  ],
  unavailable: [503, 'This is not available right now. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorStatus = (typeof ERRORS)[ErrorCode][0];

/** An error in one field. `path` is the field's path in the payload, with dots between the levels. */
export type FieldError = { path: string; message: string };

/** The body of every refusal: application/problem+json (RFC 9457). */
export type ProblemBody = {
  type: string;
  title: string;
  status: ErrorStatus;
  detail: string;
  code: ErrorCode;
  errors?: FieldError[];
  /** Only with `ambiguous_numbers`: a number of the file, and the two possible values. */
  readings?: NumberReadings;
  /** Only with `signature_refused`: this was the last wrong password or code that the session allows. */
  session_ended?: true;
  /** Only with `price_changed`: the present amount. */
  amount_cents?: number;
};
