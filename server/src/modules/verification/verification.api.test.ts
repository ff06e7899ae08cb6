import type { ProblemBody } from '@vialproof/contract/errors';
import { Verification } from '@vialproof/contract/verification';
import { describe, expect, it } from 'vitest';
import { redactUrl } from '../../platform/log.ts';
import { laboratory, must, type Ordered } from '../../testing/lab.ts';
import { labApp, type TestApp, testApp } from '../../testing/test-app.ts';

function ask(app: TestApp, taskNumber: string | number, uniqueKey: string, headers = {}, revision?: string) {
  const query = new URLSearchParams({ taskNumber: String(taskNumber), uniqueKey });
  if (revision !== undefined) query.set('revision', revision);
  return app.request<{ data?: unknown } & Partial<ProblemBody>>(`/api/tests/verify?${query}`, { headers });
}

async function verified(app: TestApp, order: Ordered): Promise<Verification> {
  const { status, body, headers } = await ask(app, order.taskNumber, order.uniqueKey);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  // Fails if the answer has an unknown field.
  return Verification.strict().parse(body.data);
}

describe('a reader verifies a certificate by number and key', () => {
  it('verification confirms a public test, and links to the test and its certificate', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const pdf = await app.raw(`/api/tests/${order.id}/certificate`);
    const sha256 = pdf.headers.get('etag')?.replaceAll('"', '');
    const issued_at = app.clock.now().toISOString();
    const current = { revision: 1, sha256, state: 'current', reason: null, issued_at, ended_at: null };
    expect(await verified(app, order)).toEqual({
      verdict: 'public',
      request_id: order.id,
      task_number: order.taskNumber,
      sku_name: 'BPC-157',
      status: 'complete',
      received_at: app.clock.now().toISOString(),
      published_at: app.clock.now().toISOString(),
      certificate: current,
      certificates: [current],
      revision: null,
      values: [
        {
          analyte: 'Purity',
          method: 'RP-HPLC-UV 214 nm',
          value: '99.1',
          unit: '% area',
          limit: '≥ 98.0',
          verdict: 'pass',
        },
      ],
      manufacturer: 'Test Maker',
      batch_code: 'T-1',
      label_claim: null,
      lookups_this_month: 1,
    });
  });

  it('a correct number and key are accepted in the forms that people copy', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { taskNumber, uniqueKey } = await lab.published();
    const asked = async (task: string, key: string, revision?: string) => {
      const { status, body } = await ask(app, task, key, {}, revision);
      return [status, (body.data as Verification | undefined)?.revision?.asked];
    };
    expect(await asked(`VP-${taskNumber}-R1`, uniqueKey)).toEqual([200, 1]);
    expect(await asked(`Task #${taskNumber}`, uniqueKey.replaceAll('-', '–').toLowerCase())).toEqual([
      200,
      undefined,
    ]);
    expect(
      await asked('', `https://lab.example/verify#task=${taskNumber}&key=${uniqueKey}&revision=1`),
    ).toEqual([422, undefined]);
    const address = `https://lab.example/verify#task=${taskNumber}&key=${uniqueKey}&revision=1`;
    expect(await asked(address, '-')).toEqual([200, 1]);
    // The revision in its own field is used, and not the one inside the number.
    expect(await asked(`VP-${taskNumber}-R7`, uniqueKey, '1')).toEqual([200, 1]);
    expect(await asked(`VP-${taskNumber}-R7`, uniqueKey)).toEqual([404, undefined]);
    expect(await asked('x'.repeat(500), uniqueKey)).toEqual([404, undefined]);
  });

  it('for a private test, verification shows only product, times and state of the certificate', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published({ visibility: 'private' });
    const verdict = await verified(app, order);
    expect(verdict).toMatchObject({
      verdict: 'private',
      sku_name: 'BPC-157',
      certificate: { state: 'current' },
      values: null,
      manufacturer: null,
      batch_code: null,
      label_claim: null,
    });
    expect(verdict).not.toHaveProperty('request_id');
    expect(JSON.stringify(verdict)).not.toMatch(/Purity|99\.1|Test Maker|T-1/);

    await must(lab.retract(lab.reviewer, order));
    expect(await verified(app, order)).toMatchObject({
      status: 'received',
      published_at: null,
      certificate: { revision: 1, state: 'retracted', reason: 'The vials were swapped.' },
    });
  });

  it('verification lists every issued certificate, also replaced ones', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    await must(lab.amend(lab.analyst, order, 'A unit was wrong.'));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const { certificate, certificates } = await verified(app, order);
    expect(certificate).toEqual(certificates[0]);
    expect(certificates).toMatchObject([
      { revision: 2, state: 'current', reason: null },
      { revision: 1, state: 'superseded', reason: 'A unit was wrong.' },
    ]);
  });

  it('a paid test without a result is confirmed, and an unpaid test is not', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const paid = await lab.ordered();
    expect(await verified(app, paid)).toMatchObject({
      status: 'awaiting_sample',
      published_at: null,
      certificate: null,
    });
    await app.request(`/api/orders/${paid.id}/cancel`, { method: 'POST', json: {}, token: paid.owner.token });
    const { ordered: draft } = await lab.drafted();
    for (const order of [paid, draft]) {
      expect(await ask(app, order.taskNumber, order.uniqueKey)).toMatchObject({
        status: 404,
        body: { code: 'verification_failed', detail: 'Invalid task number or key.' },
      });
    }
  });

  it('case, dashes and spaces in a key are ignored, and letters that look like digits are read as digits', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    await app.platform.db.pool.query("UPDATE test_request SET unique_key = '0A1B0C1D2E3F' WHERE id = $1", [
      order.id,
    ]);
    for (const key of ['0A1B-0C1D-2E3F', '0a1b0c1d2e3f', ' 0a1b 0c1d 2e3f', 'Oaib-oCLd-2e3f']) {
      expect([key, (await ask(app, order.taskNumber, key)).status]).toEqual([key, 200]);
    }
    expect((await ask(app, `#${order.taskNumber}`, '0A1B0C1D2E3F')).status).toBe(200);
    for (const key of ['0A1B0C1D2E3', '0A1B0C1D2E3F0', '-', '0A1B0C1D2E3G']) {
      expect([key, (await ask(app, order.taskNumber, key)).status]).toEqual([key, 404]);
    }
  });
});

describe('security 22: nobody can find tests by trying numbers', () => {
  it('a wrong number, a wrong key and an unknown revision get the same answer after the same database queries', async () => {
    const app = await labApp({ TRUST_PROXY: '1' });
    const lab = await laboratory(app);
    const order = await lab.published();
    const other = await lab.published();
    const { pool } = app.platform.db;
    const asked: string[] = [];
    const query = pool.query.bind(pool);
    pool.query = ((config: { text: string } | string, ...rest: []) => {
      const text = typeof config === 'string' ? config : config.text;
      // Statements that a timer sends are not recorded.
      if (!text.includes('pg_snapshot_xmin')) asked.push(text);
      return query(config as string, ...rest);
    }) as typeof pool.query;
    const answers = [];
    for (const [place, [task, key, revision]] of Object.entries([
      [order.taskNumber, 'AAAA-AAAA-AAAA'],
      [order.taskNumber + 1, order.uniqueKey],
      ['999999999999999', order.uniqueKey],
      ['99999999999999999999', order.uniqueKey],
      ['abc', order.uniqueKey],
      [order.taskNumber, 'x'],
      [order.taskNumber, other.uniqueKey],
      [other.taskNumber, order.uniqueKey, '1'],
      ...['2', '0', '-1', '1.0', 'x', '99999', '1e0', '9'.repeat(10)].map((asked) => [
        order.taskNumber,
        order.uniqueKey,
        asked,
      ]),
    ] as [string | number, string, string?][])) {
      asked.length = 0;
      const answer = await ask(app, task, key, { 'x-forwarded-for': `203.0.113.${place}` }, revision);
      answers.push({
        status: answer.status,
        body: answer.body,
        cache: answer.headers.get('cache-control'),
        asked: [...asked],
      });
    }
    expect(answers[0]).toMatchObject({
      status: 404,
      body: { code: 'verification_failed' },
      cache: 'no-store',
    });
    expect(answers[0]?.asked.length).toBeGreaterThan(0);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});

describe('security 9: the number of verifications is limited', () => {
  it('security 9: an address can verify ten times a minute, and then the refusal says how long to wait', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    for (let tries = 0; tries < 10; tries += 1) expect((await ask(app, 1, 'AAAA')).status).toBe(404);
    const { status, body, headers } = await ask(app, order.taskNumber, order.uniqueKey);
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('security 33: keys in addresses stay secret', () => {
  it('a key in a query string is not logged, and browsers do not send it to other sites', async () => {
    const app = await testApp();
    const logged: unknown[] = [];
    app.platform.log.error = ((...words: unknown[]) =>
      void logged.push(...words)) as typeof app.platform.log.error;
    app.platform.db.pool.query = (() =>
      Promise.reject(new Error('down'))) as typeof app.platform.db.pool.query;
    const { status, headers, body } = await ask(app, 10_001, 'SECR-ETKE-YAAA');
    expect([status, body.code]).toEqual([500, 'internal']);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(JSON.stringify(logged)).toContain('/api/tests/verify');
    expect(JSON.stringify([logged, body])).not.toMatch(/SECR/i);
    expect(redactUrl('/api/tests/verify?taskNumber=1&uniqueKey=SECR-ET&x=1')).not.toMatch(/SECR/);
  });
});

describe('security 30: odd parameters cause no error', () => {
  it('wrong types, __proto__ and repeated parameters are refused or ignored, and cause no server error', async () => {
    const app = await labApp({ TRUST_PROXY: '1' });
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const key = order.uniqueKey;
    const cases: [string, number][] = [
      ['', 422],
      ['taskNumber=1', 422],
      ['taskNumber=&uniqueKey=', 422],
      [`taskNumber=${order.taskNumber}&uniqueKey=${'A'.repeat(501)}`, 422],
      [`taskNumber[]=${order.taskNumber}&uniqueKey=${key}`, 422],
      [`__proto__=1&constructor=2&taskNumber=1&uniqueKey=${key}`, 404],
      [`taskNumber=1e4&uniqueKey=${key}`, 404],
      // Other characters around the task number are ignored.
      [`taskNumber=-${order.taskNumber}&uniqueKey=${key}`, 200],
      [`taskNumber=${order.taskNumber}.0&uniqueKey=${key}`, 200],
      [`taskNumber=${order.taskNumber}&uniqueKey=%00`, 422],
    ];
    for (const [index, [query, expected]] of cases.entries()) {
      const { status } = await app.request(`/api/tests/verify?${query}`, {
        headers: { 'x-forwarded-for': `198.51.100.${index}` },
      });
      expect([query, status]).toEqual([query, expected]);
    }
  });
});
