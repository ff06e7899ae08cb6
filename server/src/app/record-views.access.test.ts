import { describe, expect, it } from 'vitest';
import { declaredBy, groupOf, resultOf } from '../testing/api-objects.ts';
import { laboratory } from '../testing/lab.ts';
import { labApp, type Person, type TestApp, testApp } from '../testing/test-app.ts';

type Kind = 'reader' | 'user' | 'request' | 'payment' | 'payment_event' | 'group';

/** The calls with which staff read other people's data: the action in the audit log, and what the row is about. */
const AUDITED: Record<string, [action: string, about: Kind]> = {
  'GET /api/lab/requests/{id}': ['request.viewed', 'request'],
  'GET /api/lab/requests/{id}/audit': ['request.viewed', 'request'],
  'GET /api/lab/requests/{id}/history': ['request.viewed', 'request'],
  'GET /api/lab/requests/{id}/injections': ['request.viewed', 'request'],
  'GET /api/lab/requests/{id}/subject': ['request.viewed', 'request'],
  'GET /api/lab/requests/{id}/chromatogram/points': ['request.viewed', 'request'],
  'GET /api/lab/requests/{id}/chromatogram/raw': ['request.chromatogram_downloaded', 'request'],
  'GET /api/lab/requests/{id}/chromatogram/blank': ['request.blank_downloaded', 'request'],
  'GET /api/lab/intake/{id}': ['request.scanned', 'request'],
  'GET /api/tests/{id}/certificate': ['request.certificate_viewed', 'request'],
  'GET /api/tests/{id}/certificate/proof': ['request.certificate_viewed', 'request'],
  'GET /api/coa/{id}': ['request.certificate_viewed', 'request'],
  'GET /api/attachments/{id}': ['request.attachment_viewed', 'request'],
  'GET /api/attachments/{id}/link': ['request.attachment_viewed', 'request'],
  'GET /api/photos/{id}': ['request.photo_viewed', 'request'],
  'GET /api/photos/{id}/link': ['request.photo_viewed', 'request'],
  'GET /api/group-tests/{id}': ['group.viewed', 'group'],
  'GET /api/group-tests/{id}/accounts': ['group.accounts_viewed', 'group'],
  'GET /api/lab/group-tests': ['group.list_viewed', 'reader'],
  'GET /api/lab/payments': ['payment.list_viewed', 'reader'],
  'GET /api/lab/payments/{id}': ['payment.viewed', 'payment'],
  // This call changes nothing of its own. It asks the provider, and answers with the whole payment.
  'POST /api/lab/payments/{id}/check': ['payment.viewed', 'payment'],
  'GET /api/me/payments/{id}/invoice': ['payment.invoice_viewed', 'payment'],
  'GET /api/me/payments/{id}/receipt': ['payment.receipt_viewed', 'payment'],
  'GET /api/lab/ledger/{id}': ['ledger.viewed', 'request'],
  'GET /api/lab/ledger-check': ['ledger.check_viewed', 'reader'],
  // The report lists the payments that do not add up.
  'POST /api/lab/ledger-check': ['ledger.check_viewed', 'reader'],
  'GET /api/lab/webhooks': ['webhook.list_viewed', 'reader'],
  'GET /api/lab/webhooks/{id}': ['webhook.viewed', 'payment_event'],
  'GET /api/lab/showcases': ['showcase.list_viewed', 'reader'],
  'GET /api/lab/showcases/calendar': ['showcase.calendar_viewed', 'reader'],
  'GET /api/lab/watches': ['watch.figures_viewed', 'reader'],
  'GET /api/lab/mails': ['mail.list_viewed', 'reader'],
  'GET /api/lab/security-log': ['security_log.viewed', 'reader'],
  'GET /api/lab/staff': ['account.list_viewed', 'reader'],
  'GET /api/lab/staff/find': ['account.viewed', 'user'],
  // A role that the person has already changes nothing, and the answer is the account.
  'PUT /api/lab/staff/{id}/role': ['account.viewed', 'user'],
  'GET /api/lab/audit': ['audit_log.viewed', 'reader'],
};

/** The other reads of the laboratory, and why the audit log leaves them out. */
const NOT_AUDITED: Record<string, string> = {
  'GET /api/lab/requests': 'The queue lists samples and their work. It names no customer.',
  'GET /api/lab/imports': 'Files of the instruments, by the names of samples.',
  'GET /api/lab/labels': 'Pictures of task numbers that the caller already has.',
  'GET /api/lab/turnaround': 'Figures about all results together.',
  'GET /api/lab/people': 'The names of staff, for the choice of an assignee.',
  'GET /api/lab/keys': 'Keys of the laboratory. Making one and revoking it are in the log.',
  'GET /api/lab/authorisations': 'Which staff may work with which method.',
  'GET /api/lab/audit/actions': 'The kinds of actions in the log, without an entry.',
  'GET /api/lab/methods': 'Templates of the laboratory.',
  'GET /api/lab/methods/{id}/history': 'Changes of a template of the laboratory.',
  'GET /api/lab/compounds': 'Substances and their formulas.',
  'GET /api/lab/masses': 'Masses, calculated from a formula.',
  'GET /api/lab/makers': 'Names of makers, without a customer.',
  'GET /api/lab/makers/{id}': 'A maker with its spellings and batches, without a customer.',
  'GET /api/lab/compound-names': 'Names of compounds, without a customer.',
  'GET /api/lab/compound-names/{id}': 'A compound with its names, without a customer.',
  'GET /api/lab/skus': 'The price list.',
};

/** Roles of callers who may read the data of other people. */
const READERS = ['staff', 'reviewer', 'admin', 'payer', 'organizer', 'result'];

/** What the audit log says that a person did. */
async function rowsOf(app: TestApp, { id }: Person): Promise<string[]> {
  const { rows } = await app.platform.db.pool.query<{ said: string }>(
    `SELECT action || ' ' || subject_kind || ' ' || subject_id AS said FROM audit_entry WHERE actor_id = $1 ORDER BY id`,
    [id],
  );
  return rows.map(({ said }) => said);
}

describe('the audit log records each read of the data of other people by staff', () => {
  it("every route declares the same audited reads as this test's list", async () => {
    const app = await testApp();
    const declared = await declaredBy(app);
    const audited = declared.filter((each) => each.audited);
    expect(Object.fromEntries(audited.map((each) => [each.call, each.audited]))).toEqual(
      Object.fromEntries(Object.entries(AUDITED).map(([call, [action]]) => [call, action])),
    );
    const others = declared
      .filter(({ call, who }) => call.startsWith('GET ') && READERS.includes(who ?? '') && !AUDITED[call])
      .map(({ call }) => call);
    expect(others.toSorted()).toEqual(Object.keys(NOT_AUDITED).toSorted());
  });

  it('each audited call of an admin adds one row with its object, and a repeated call adds none', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { customer } = lab;
    const result = await resultOf(app, lab);
    const group = await groupOf(app, customer.token);
    const objects: Record<Exclude<Kind, 'reader'>, string> = {
      user: customer.id,
      request: result.id,
      payment: result.paymentId,
      payment_event: result.eventId,
      group: group.id,
    };
    const idFor = (call: string, about: Kind) => {
      if (call.includes('/attachments/')) return result.attachmentId;
      if (call.includes('/photos/')) return result.photoId;
      return about === 'reader' ? '' : objects[about];
    };
    const before = await rowsOf(app, lab.admin);
    const wrong: string[] = [];
    const read = async (admin: Person, call: string, id: string) => {
      const [method = '', template = ''] = call.split(' ');
      const path = template
        .replace('{id}', id)
        .replace(/\/history$/, '/history?at=2026-01-01T00:00:00.000Z')
        .replace(/\/labels$/, '/labels?tasks=10001')
        .replace(/\/masses$/, '/masses?formula=H2O')
        .replace(/\/find$/, `/find?email=${encodeURIComponent(customer.email)}`);
      const { status } = await app.request(path, {
        method,
        token: admin.token,
        ...(method === 'GET' ? {} : { json: call.endsWith('/role') ? { role: 'customer' } : {} }),
      });
      return status;
    };
    for (const [call, [action, about]] of Object.entries(AUDITED)) {
      // Another admin for each call, because a read of the last ten minutes adds no row.
      const admin = await app.person('admin');
      const id = idFor(call, about);
      const status = await read(admin, call, id);
      const rows = await rowsOf(app, admin);
      await read(admin, call, id);
      const [kind, subject] = about === 'reader' ? ['user', admin.id] : [about, objects[about]];
      const demanded = [`${action} ${kind} ${subject}`];
      if (status !== 200 || `${rows}` !== `${demanded}` || `${await rowsOf(app, admin)}` !== `${rows}`) {
        wrong.push(`${call}: ${status}, rows ${rows}, not ${demanded}`);
      }
    }
    for (const call of Object.keys(NOT_AUDITED)) {
      const status = await read(lab.admin, call, result.id);
      if (status >= 500) wrong.push(`${call}: ${status}`);
    }
    expect(await rowsOf(app, lab.admin)).toEqual(before);
    expect(wrong).toEqual([]);
  });
});
