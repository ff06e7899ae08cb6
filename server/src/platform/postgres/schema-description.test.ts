import { expect, it, onTestFinished } from 'vitest';
import { ownerUrlOf, testDatabase } from '../../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { describeSchema, differences } from './schema-description.ts';

const ALTERED: [statement: string, ...found: string[]][] = [
  ['ALTER TABLE user_account DROP COLUMN phone', 'column user_account.phone is missing'],
  ['ALTER TABLE user_account ADD COLUMN size text', 'column user_account.size was added'],
  ['ALTER TABLE user_account ALTER COLUMN company SET NOT NULL', 'column user_account.company differs'],
  ['ALTER TABLE sku ALTER COLUMN version SET DEFAULT 2', 'column sku.version differs'],
  ['ALTER TABLE sku ALTER COLUMN sort_order TYPE bigint', 'column sku.sort_order differs'],
  ['ALTER TABLE sku ALTER COLUMN family TYPE text COLLATE "C"', 'column sku.family differs'],
  ['CREATE VIEW people AS SELECT id FROM user_account', 'relation people was added'],
  ['ALTER SEQUENCE task_number_seq INCREMENT 2', 'sequence task_number_seq differs'],
  [
    'DROP TABLE reset_turn',
    'table reset_turn is missing',
    'column reset_turn.asker is missing',
    'column reset_turn.mailbox is missing',
    'column reset_turn.next_at is missing',
    'constraint reset_turn_pkey of reset_turn is missing',
    'index reset_turn_pkey is missing',
  ],
  ['CREATE TABLE note (id integer)', 'table note was added', 'column note.id was added'],
  [
    'ALTER TABLE payment DROP CONSTRAINT payment_amount_cents_check',
    'constraint payment_amount_cents_check of payment is missing',
  ],
  [
    'ALTER TABLE payment_refund DROP CONSTRAINT payment_refund_payment_id_fkey, ADD CONSTRAINT payment_refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE CASCADE',
    'constraint payment_refund_payment_id_fkey of payment_refund differs',
  ],
  ['DROP INDEX payment_customer', 'index payment_customer is missing'],
  [
    'DROP INDEX payment_customer; CREATE INDEX payment_customer ON payment (customer_id)',
    'index payment_customer differs',
  ],
  ['DROP TRIGGER audit_append_only ON audit_entry', 'trigger audit_append_only of audit_entry is missing'],
  [
    'ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_append_only',
    'trigger ledger_entry_append_only of ledger_entry differs',
  ],
  [
    "CREATE OR REPLACE FUNCTION is_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    'function is_append_only() differs',
  ],
  // The operator may choose these settings, so they are not reported as differences.
  ['ALTER TABLE test_request SET (autovacuum_vacuum_scale_factor = 0.01)'],
  ['ALTER TABLE test_request ALTER COLUMN status SET STATISTICS 500; GRANT SELECT ON sku TO PUBLIC'],
  ['CREATE EXTENSION pgcrypto'],
];

it('describeSchema names every difference of two schemas', async () => {
  const db = openDatabase(ownerUrlOf(await testDatabase()));
  onTestFinished(() => db.close());
  const client = await db.pool.connect();
  const wanted = await describeSchema(client);
  expect(differences(wanted, await describeSchema(client))).toEqual([]);
  for (const [statement, ...found] of ALTERED) {
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}`);
    expect([statement, ...differences(wanted, await describeSchema(client))]).toEqual([statement, ...found]);
    await client.query('ROLLBACK');
  }
  client.release();
});
