import { createHash } from 'node:crypto';
import { readEntry } from '@vialproof/science/proof/log-entry';
import { describe, expect, it } from 'vitest';
import { authenticator, login, switchOn } from '../../testing/accounts.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';

describe('staff sign with their password or a code, and each signature states its meaning', () => {
  it("a signature needs the signer's password; without it, the call changes nothing", async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    await must(lab.save(lab.analyst, order));
    for (const seen of [{ password: undefined }, { password: '' }, { password: 'Wrong-horse-7' }]) {
      const { status, body } = await lab.submit(lab.analyst, order, seen);
      expect([status, body.code]).toEqual([401, 'signature_refused']);
    }
    const { body } = await lab.submit(lab.analyst, order, { password: 'Wrong-horse-7' });
    expect(body).toMatchObject({ errors: [{ path: 'password', message: 'This is not your password.' }] });
    // The refusal changed neither session nor draft.
    expect((await must(lab.detail(lab.analyst, order))).draft).toMatchObject({
      state: 'draft',
      signatures: [],
    });
    await must(lab.submit(lab.analyst, order));
    expect((await lab.publish(lab.reviewer, order, { password: '' })).body.code).toBe('signature_refused');
    expect((await must(lab.detail(lab.analyst, order))).draft?.state).toBe('in_review');
    // All people in this test have the same password, so another sentence is signed instead.
    expect((await lab.publish(lab.reviewer, order, { meaning: 'measured' })).status).toBe(422);
  });

  it('a person can sign with each code of the second factor only once', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const other = await lab.received();
    await must(lab.save(lab.analyst, order));
    await must(lab.save(lab.analyst, other));
    const { secret } = await switchOn(app, lab.analyst);
    app.clock.advance(60_000);
    const code = authenticator(app, secret);
    expect(
      (await lab.submit(lab.analyst, order, { password: undefined, code: '000000' })).body,
    ).toMatchObject({
      code: 'signature_refused',
      errors: [{ path: 'code' }],
    });
    await must(lab.submit(lab.analyst, order, { password: undefined, code }));
    expect((await lab.submit(lab.analyst, other, { password: undefined, code })).body.code).toBe(
      'signature_refused',
    );
  });

  it('a signature without a meaning is answered 422, and nothing is signed', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    await must(lab.save(lab.analyst, order));
    for (const meaning of [undefined, '', 'released', 'seen']) {
      const { status, body } = await lab.submit(lab.analyst, order, { meaning });
      expect([status, body.code, body.errors?.[0]?.path]).toEqual([422, 'invalid_fields', 'meaning']);
    }
    await must(lab.submit(lab.analyst, order));
    for (const meaning of [undefined, 'measured']) {
      const { status, body } = await lab.publish(lab.reviewer, order, { meaning });
      expect([status, body.detail]).toEqual([422, 'Say what is signed here: the meaning is “released”.']);
    }
    expect((await must(lab.detail(lab.reviewer, order))).draft?.state).toBe('in_review');
  });

  it('the 20th wrong password or code in a row ends the session, and no other session', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    await must(lab.save(lab.analyst, order));
    const { email } = lab.analyst;
    const elsewhere = (await login(app, email, app.password)).body.session?.access_token ?? '';
    const wrong = [{ password: 'Wrong-horse-7' }, { password: undefined, code: '000000' }];
    for (let tries = 1; tries <= 20; tries += 1) {
      const { status, body } = await lab.submit(lab.analyst, order, wrong[tries % 2]);
      expect([tries, status, body.code]).toEqual([tries, 401, 'signature_refused']);
      expect(body.session_ended).toBe(tries === 20 ? true : undefined);
    }
    expect((await lab.submit(lab.analyst, order)).body).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    });
    expect((await lab.detail(lab.analyst, order)).status).toBe(401);
    // Another session of the person is valid, and the security log says why this one ended.
    const log = await app.request<{ data: { kind: string; note: string | null }[] }>('/api/me/security-log', {
      token: elsewhere,
    });
    expect(log.body.data[0]).toMatchObject({
      kind: 'session_ended',
      note: '20 wrong passwords or codes in a row',
    });
    // The person can sign in again afterwards.
    const again = (await login(app, email, app.password)).body.session?.access_token ?? '';
    await must(lab.submit({ ...lab.analyst, token: again }, order));
  });

  it('a signature is shown in review, result.json and log, until the draft is returned', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    app.clock.advance(61_000);
    expect((await must(lab.sendBack(lab.reviewer, order))).draft?.signatures).toEqual([]);
    await must(lab.submit(lab.admin, order));
    const measuredAt = app.clock.now().toISOString();
    const review = await must(lab.detail(lab.reviewer, order));
    expect(review.draft?.signatures).toEqual([
      { meaning: 'measured', name: expect.any(String), at: measuredAt },
    ]);
    app.clock.advance(3_000);
    const { revisions } = await must(lab.publish(lab.reviewer, order));
    const signatures = [
      ...(review.draft?.signatures ?? []),
      { meaning: 'released', name: expect.any(String), at: app.clock.now().toISOString() },
    ];
    expect(revisions[0]?.signatures).toEqual(signatures);
    const { rows } = await app.platform.db.pool.query<{ body: string; salt: string; result: string }>(
      `SELECT e.body, c.log_salt AS salt, c.result_json AS result FROM certificate c
       JOIN certificate_log l ON l.certificate_id = c.id JOIN log_entry e ON e.idx = l.log_index
       WHERE c.request_id = $1`,
      [order.id],
    );
    const [row = { body: '', salt: '', result: '' }] = rows;
    expect(JSON.parse(row.result).signatures).toMatchObject(signatures);
    const entry = readEntry(row.body);
    const by = (name: string) =>
      createHash('sha256').update(Buffer.from(row.salt, 'hex')).update(name).digest('hex');
    expect(entry).toMatchObject({
      signatures: (revisions[0]?.signatures ?? []).map(({ meaning, name, at }) => ({
        meaning,
        at,
        by: by(name),
      })),
    });
  });
});
