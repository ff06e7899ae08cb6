import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';

/** Takes the payer's address out of payments and of what providers sent about them. */
export async function forgetPayer(tx: Tx, customerId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE payment_event SET payload = replace(payment_event.payload, payment.customer_email, '')
    FROM payment
    WHERE payment_event.payment_id = payment.id AND payment.customer_id = ${customerId} AND payment.customer_email <> ''`);
  await tx.execute(sql`UPDATE payment SET customer_email = '' WHERE customer_id = ${customerId}`);
}
