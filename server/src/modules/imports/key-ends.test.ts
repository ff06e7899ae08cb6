import type { LabKey } from '@vialproof/contract/imports';
import { describe, expect, it } from 'vitest';
import { importsOf, runOf } from '../../testing/imports.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { remindOfKeys } from './imports.service.ts';

const DAY = 86_400_000;

/** Signs the person in again, because days have passed. */
async function signedIn(app: TestApp, person: Person): Promise<Person> {
  const { body } = await app.request<{ session: Person['session'] }>('/api/auth/login', {
    json: { email: person.email, password: app.password },
  });
  return { ...person, token: body.session.access_token, session: body.session };
}
const keysOf = async (app: TestApp, person: Person) =>
  (await app.request<{ data: LabKey[] }>('/api/lab/keys', { token: person.token })).body.data;

async function desk() {
  const app: TestApp = await labApp();
  const lab = await laboratory(app);
  const imports = importsOf(app);
  return { app, lab, imports, made: await imports.key(lab.admin) };
}

describe('a laboratory key ends after 90 days, and a mail says so before', () => {
  it('a laboratory key works for 90 days; then its requests are refused with an explanation', async () => {
    const { app, lab, imports, made } = await desk();
    expect(Date.parse(made.ends_at) - Date.parse(made.made_at)).toBe(90 * DAY);
    expect(made.state).toBe('valid');
    app.clock.advance(90 * DAY - 1_000);
    expect((await imports.send(made.key, runOf('vial', 'last'))).status).toBe(201);
    app.clock.advance(1_000);
    for (const file of [runOf('vial', 'late'), runOf('vial', 'last')]) {
      const { status, body } = await imports.send(made.key, file);
      expect([status, body.code]).toEqual([401, 'key_ended']);
      expect(body.detail).toBe(
        'This laboratory key has ended. An admin makes a new one on the page of keys.',
      );
    }
    const { rows } = await app.platform.db.pool.query('SELECT 1 FROM trace_import');
    expect(rows).toHaveLength(1);
    const admin = await signedIn(app, lab.admin);
    expect(await keysOf(app, admin)).toMatchObject([{ id: made.id, state: 'ended', revoked_at: null }]);
    // The new laboratory key works, and the revoked one does not.
    const next = await imports.key(admin, 'HPLC 2');
    expect((await imports.send(next.key, runOf('vial', 'late'))).status).toBe(201);
    await app.request(`/api/lab/keys/${next.id}`, { method: 'DELETE', token: admin.token });
    expect((await imports.send(next.key, runOf('vial', 'x'))).body.code).toBe('unauthenticated');
    expect((await keysOf(app, admin)).map(({ state }) => state)).toEqual(['revoked', 'ended']);
  });

  it('14 days before a laboratory key expires, the person who made it and every admin get one mail', async () => {
    const { app, lab, imports, made } = await desk();
    const other = await app.person('admin');
    const revoked = await imports.key(lab.admin, 'Revoked');
    await app.request(`/api/lab/keys/${revoked.id}`, { method: 'DELETE', token: lab.admin.token });
    // An analyst who made a laboratory key gets the mail too. A person who has left the staff does not.
    const [demoted, gone] = [await app.person('admin'), await app.person('admin')];
    await imports.key(demoted, 'Of an analyst');
    await imports.key(gone, 'Of a customer');
    const { pool } = app.platform.db;
    await pool.query("UPDATE user_account SET role = 'analyst' WHERE id = $1", [demoted.id]);
    await pool.query("UPDATE user_account SET role = 'customer' WHERE id = $1", [gone.id]);

    const remind = async () => {
      await remindOfKeys(app.modules.imports);
      await app.jobs.drain();
    };
    app.clock.advance(76 * DAY - 1_000);
    await remind();
    const mails = async (to: Person) => {
      const { body } = await app.request<{ items: { subject: string; text: string }[] }>(
        `/dev/mail.json?to=${encodeURIComponent(to.email)}`,
      );
      return body.items.filter(({ subject }) => subject.includes('laboratory key'));
    };
    expect(await mails(lab.admin)).toEqual([]);
    app.clock.advance(1_000);
    await Promise.all([remind(), remind()]);
    app.clock.advance(DAY);
    await remind();
    for (const person of [lab.admin, other]) {
      const subjects = (await mails(person)).map(({ subject }) => subject);
      expect(subjects.toSorted().map((subject) => subject.slice(0, 30))).toEqual([
        'The laboratory key “HPLC 2” en',
        'The laboratory key “Of a custo',
        'The laboratory key “Of an anal',
      ]);
    }
    expect((await mails(demoted)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('“Of an analyst” ends on '),
    ]);
    expect(await mails(gone)).toEqual([]);
    const [mail] = (await mails(other)).filter(({ subject }) => subject.includes('HPLC 2'));
    expect(mail?.text).toContain('the program keeps its files where they are');
    expect(mail?.text).toContain('/lab/keys');
    const admin = await signedIn(app, lab.admin);
    expect((await keysOf(app, admin)).find(({ id }) => id === made.id)?.state).toBe('ends_soon');
  });

  it('a person who made a laboratory key cannot publish or allow the chromatograms sent with it', async () => {
    const { app, lab, imports, made } = await desk();
    const [order, other] = [await lab.received(), await lab.received()];
    const named = await imports.send(made.key, runOf(`vial ${order.taskNumber}`, 'a'));
    expect(named.body.data.state).toBe('assigned');
    // The name of the sample does not contain the task number, so the file is doubtful.
    const doubted = await imports.send(made.key, runOf('99999 of the rack', 'b'));
    const words = { task_number: other.taskNumber, reason: 'Its place in the rack.' };
    await imports.decide(lab.analyst, doubted.body.data.id, 'assign', words);
    const { body } = await app.request<{ data: { id: string; doubts: string[]; uploaded_by: string }[] }>(
      `/api/lab/requests/${other.id}/injections`,
      { token: lab.reviewer.token },
    );
    const [injection] = body.data;
    const allow = (person: Person) =>
      app.request<{ code?: string; detail?: string }>(`/api/lab/requests/${other.id}/allow`, {
        json: {
          injection_id: injection?.id,
          what: injection?.doubts[0],
          reason: 'I saw the vial in the rack.',
        },
        token: person.token,
      });
    expect(injection?.doubts).toHaveLength(1);
    const refused = await allow(lab.admin);
    expect([refused.status, refused.body.code]).toEqual([403, 'same_person']);
    expect(refused.body.detail).toContain('made the key');
    expect((await allow(lab.reviewer)).status).toBe(200);
    const { draft } = await must(lab.detail(lab.reviewer, other));
    expect(draft?.contributors.map(({ id }) => id)).toContain(lab.admin.id);
    // The database itself also refuses this publication.
    const publish = app.platform.db.pool.query(
      `UPDATE result_revision SET state = 'published', published_at = now(), published_by = $1 WHERE request_id = $2`,
      [lab.admin.id, other.id],
    );
    await expect(publish).rejects.toThrow(/touched it/);
  });
});
