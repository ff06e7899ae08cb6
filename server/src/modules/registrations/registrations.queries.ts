import type { MyRegistration, Registration } from '@vialproof/contract/registrations';
import { isStaffRole, type Viewer } from '../../platform/access.ts';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { findPeople } from '../accounts/accounts.service.ts';
import { selectOrder, type TestRequestRecord, wasPublished } from '../orders/orders.service.ts';
import { decisivePayment, paymentsFor } from '../payments/payments.service.ts';
import { presentOwn, presentRegistration } from './registrations.presenter.ts';
import type { RegistrationsContext } from './registrations.service.ts';
import { findRegistration, findWithdrawalOf } from './registrations.store.ts';
import { subjectOf } from './rules/withdrawals.ts';

/** The registration of an order, and whether its visibility changed. Throws for an unknown order. */
export async function registrationOf(
  { orders, platform }: RegistrationsContext,
  requestId: string,
  tx?: Tx,
): Promise<Registration> {
  const registered = await findRegistration(tx ?? platform.db.orm, requestId);
  return presentRegistration(await selectOrder(orders, requestId, tx), registered);
}

/** What owner and group may know about the registration of a test, and what the owner may do. */
export async function ownRegistrationOf(
  ctx: RegistrationsContext,
  viewer: Viewer,
  requestId: string,
): Promise<MyRegistration> {
  const { orders, payments, platform } = ctx;
  const { orm } = platform.db;
  const request = await selectOrder(orders, requestId);
  const [registered, withdrawn, late] = await Promise.all([
    findRegistration(orm, requestId),
    findWithdrawalOf(orm, requestId),
    whyTooLate(ctx, orm, request),
  ]);
  const tries = withdrawn ? await paymentsFor(payments, subjectOf(withdrawn.id)) : [];
  return presentOwn(
    { request, registered, withdrawn },
    {
      isOwner: request.customerId === viewer.id,
      isTooLate: late !== undefined,
      paymentStatus: decisivePayment(tries)?.status ?? null,
    },
  );
}

/** Why a public test can no longer become private; undefined if it can. */
export async function whyTooLate(
  ctx: RegistrationsContext,
  db: Queryable,
  request: TestRequestRecord,
): Promise<Refusal | undefined> {
  if (await wasPublished(ctx.orders, db, request)) return refuse('already_published');
  if (request.receivedAt === null) return undefined;
  const owner = (await findPeople(ctx.accounts, [request.customerId], db)).get(request.customerId);
  return owner && isStaffRole(owner.role) ? refuse('own_order', STAFF_TOO_LATE) : undefined;
}

const STAFF_TOO_LATE =
  'Staff may learn how their own test comes out before others do: once its sample is in the laboratory, it stays public.';

/** The ids under which an order's discount was paid back, if any. */
export async function listWithdrawalIds(
  { platform }: RegistrationsContext,
  requestId: string,
): Promise<string[]> {
  const found = await findWithdrawalOf(platform.db.orm, requestId);
  return found ? [found.id] : [];
}
