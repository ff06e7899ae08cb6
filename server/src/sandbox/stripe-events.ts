import type { Tx } from '../platform/postgres/database.ts';
import { sendEvent } from './deliveries.ts';
import type { SandboxContext } from './provider.ts';
import {
  type DisputeState,
  type IntentState,
  newId,
  presentCharge,
  presentDispute,
  presentEvent,
  presentRefund,
  presentSession,
  type RefundState,
  type SessionState,
} from './stripe-objects.ts';

type EventSubject =
  | { session: SessionState }
  | { charge: SessionState; intent: IntentState }
  | { refund: RefundState }
  | { dispute: DisputeState };

/** A time in Unix seconds. */
export const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** Sends the merchant an event about a change of this transaction. */
export async function emit(ctx: SandboxContext, tx: Tx, type: string, subject: EventSubject): Promise<void> {
  const id = newId('evt');
  const now = seconds(ctx.clock.now());
  await sendEvent(ctx, tx, 'stripe', id, presentEvent(id, type, present(ctx, subject, now), now));
}

function present({ baseUrl }: SandboxContext, subject: EventSubject, now: number): object {
  if ('session' in subject) return presentSession(subject.session, baseUrl());
  if ('charge' in subject) return presentCharge(subject.charge, subject.intent, baseUrl());
  if ('dispute' in subject) return presentDispute(subject.dispute, now);
  return presentRefund(subject.refund);
}
