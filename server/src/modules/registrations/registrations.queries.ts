import type { MyRegistration, Registration } from '@vialproof/contract/registrations';
import type { Viewer } from '../../platform/access.ts';
import type { Tx } from '../../platform/database.ts';
import { decisivePayment } from '../payments/payments.service.ts';
import type { RegistrationsContext } from './registrations.context.ts';
import { presentOwn, presentRegistration } from './registrations.presenter.ts';
import { findRegistration, findWithdrawalOf, listWithdrawals } from './registrations.store.ts';
import { subjectOf } from './rules/withdrawals.ts';

/** What the public log was told of a request, and what became of it. Throws for an unknown request. */
export async function registrationOf(
  { orders, platform }: RegistrationsContext,
  requestId: string,
  tx?: Tx,
): Promise<Registration> {
  const registered = await findRegistration(tx ?? platform.db.orm, requestId);
  return presentRegistration(await orders.select(requestId, tx), registered);
}

/** The same for somebody who may read the test, with what its owner can do. */
export async function ownRegistrationOf(
  { orders, payments, platform }: RegistrationsContext,
  viewer: Viewer,
  requestId: string,
): Promise<MyRegistration> {
  const { orm } = platform.db;
  const request = await orders.select(requestId);
  const [registered, withdrawn, wasPublished] = await Promise.all([
    findRegistration(orm, requestId),
    findWithdrawalOf(orm, requestId),
    orders.wasPublished(orm, request),
  ]);
  const tries = withdrawn ? await payments.paymentsFor(subjectOf(withdrawn.id)) : [];
  return presentOwn(
    { request, registered, withdrawn },
    {
      isOwner: request.customerId === viewer.id,
      wasPublished,
      paymentStatus: decisivePayment(tries)?.status ?? null,
    },
  );
}

/** The requests that these withdrawals belong to, by the withdrawals' ids. */
export async function requestsOfWithdrawals(
  { platform }: RegistrationsContext,
  ids: string[],
): Promise<Map<string, string>> {
  const rows = await listWithdrawals(platform.db.orm, ids);
  return new Map(rows.map(({ id, requestId }) => [id, requestId]));
}
