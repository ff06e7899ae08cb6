import { randomUUID } from 'node:crypto';
import type { ParcelOutcome } from '@vialproof/contract/intake';
import { REJECTION_WORDS, SAMPLE_REJECTIONS } from '@vialproof/contract/sample-rejection';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventReader } from '../../testing/event-reader.ts';
import { groupApp } from '../../testing/groups.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { labApp, type Person, type TestApp, testApp } from '../../testing/test-app.ts';

type Item = {
  item_id?: string;
  task_number: number;
  accepted?: boolean;
  rejection?: string;
  note?: string;
  handling?: string;
};

function parcel(app: TestApp, person: Person, items: Item[]) {
  return app.request<{ data: { items: ParcelOutcome[]; at: string }; code?: string; errors?: unknown }>(
    '/api/lab/intake',
    {
      json: {
        items: items.map((item) => ({
          item_id: randomUUID(),
          condition: 'Intact and sealed',
          accepted: true,
          ...item,
        })),
      },
      token: person.token,
    },
  );
}

const outcomes = ({ body }: Awaited<ReturnType<typeof parcel>>) =>
  body.data.items.map(({ outcome, repeated, code }) => [outcome, repeated, code]);

describe('staff receive all vials of a parcel at once, and each vial only once', () => {
  it('staff receive each vial of a parcel, and a refused vial does not stop the others', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const [whole, broken, gone, already, own] = [
      await lab.ordered(),
      await lab.ordered(),
      await lab.ordered(),
      await lab.received(),
      await lab.ordered({ by: lab.analyst }),
    ];
    const { ordered: unpaid } = await lab.drafted();
    await app.request(`/api/orders/${gone.id}/cancel`, { method: 'POST', token: gone.owner.token });
    const answer = await parcel(app, lab.analyst, [
      { task_number: whole.taskNumber },
      { task_number: broken.taskNumber, accepted: false, rejection: 'broken' },
      { task_number: gone.taskNumber },
      { task_number: already.taskNumber },
      { task_number: own.taskNumber },
      { task_number: unpaid.taskNumber },
      { task_number: 999_999 },
      // The parcel names this vial twice.
      { task_number: whole.taskNumber },
    ]);
    expect(answer.status).toBe(200);
    expect(outcomes(answer)).toEqual([
      ['received', false, null],
      ['refused', false, null],
      ['not_taken', false, 'wrong_state'],
      ['not_taken', false, 'wrong_state'],
      ['not_taken', false, 'own_order'],
      ['not_taken', false, 'wrong_state'],
      ['not_taken', false, 'not_found'],
      ['not_taken', false, 'wrong_state'],
    ]);
    expect(answer.body.data.items[2]?.detail).toContain('cancelled');
    expect((await must(lab.detail(lab.analyst, whole))).request.status).toBe('received');
    expect((await must(lab.detail(lab.analyst, broken))).request).toMatchObject({
      status: 'awaiting_sample',
      timeline: expect.arrayContaining([
        expect.objectContaining({ kind: 'sample_refused', reason: 'broken' }),
      ]),
    });
  });

  it('if one line of a parcel is sent for two samples at once, only one sample is received', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    for (let round = 0; round < 2; round += 1) {
      const orders = [await lab.ordered(), await lab.ordered()];
      const item_id = randomUUID();
      const both = await Promise.all(
        orders.map(({ taskNumber }) => parcel(app, lab.analyst, [{ item_id, task_number: taskNumber }])),
      );
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(both.flatMap(outcomes).toSorted()).toEqual([
        ['not_taken', false, 'wrong_state'],
        ['received', false, null],
      ]);
    }
  });

  it('a parcel that is sent twice, also at the same time, is received once', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const [one, two] = [await lab.ordered(), await lab.ordered()];
    const items = [
      { item_id: randomUUID(), task_number: one.taskNumber },
      { item_id: randomUUID(), task_number: two.taskNumber, accepted: false, rejection: 'insufficient' },
    ];
    const both = await Promise.all([parcel(app, lab.analyst, items), parcel(app, lab.analyst, items)]);
    expect(both.flatMap(outcomes).toSorted()).toEqual(
      [
        ['received', false, null],
        ['received', true, null],
        ['refused', false, null],
        ['refused', true, null],
      ].toSorted(),
    );
    expect(outcomes(await parcel(app, lab.analyst, items))).toEqual([
      ['received', true, null],
      ['refused', true, null],
    ]);
    const { timeline } = (await must(lab.detail(lab.analyst, two))).request;
    expect(timeline.filter(({ kind }) => kind === 'sample_refused')).toHaveLength(1);
    await app.jobs.drain();
    const refusals = (await app.mails(two.owner.email)).filter(({ subject }) =>
      subject.includes('could not'),
    );
    expect(refusals).toHaveLength(1);
    // The id of one sample's line is not accepted for another sample.
    const other = await lab.ordered();
    const stolen = await parcel(app, lab.analyst, [
      { item_id: items[0]?.item_id ?? '', task_number: other.taskNumber },
    ]);
    expect(outcomes(stolen)).toEqual([['not_taken', false, 'wrong_state']]);
  });

  it('each vial is received at most once, and never for a cancelled order', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const orders = [await lab.ordered(), await lab.ordered(), await lab.ordered()];
    const gone = orders[2];
    await app.request(`/api/orders/${gone?.id}/cancel`, { method: 'POST', token: gone?.owner.token ?? '' });
    const line = fc.record({
      vial: fc.integer({ min: 0, max: 2 }),
      item: fc.integer({ min: 1, max: 4 }),
      accepted: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 5 }), async (lines) => {
        const items = [...new Map(lines.map((each) => [each.item, each])).values()].map(
          ({ vial, item, accepted }) => ({
            item_id: `00000000-0000-4000-8000-00000000000${item}`,
            task_number: orders[vial]?.taskNumber ?? 0,
            accepted,
            rejection: 'broken',
          }),
        );
        const { status } = await parcel(app, lab.analyst, items);
        expect(status).toBe(200);
      }),
      { numRuns: cases(15) },
    );
    const { rows } = await app.platform.db.pool.query<{ request_id: string; n: number; status: string }>(
      `SELECT e.request_id, r.status, count(*)::int AS n FROM request_event e JOIN test_request r ON r.id = e.request_id
       WHERE e.kind = 'sample_received' GROUP BY 1, 2`,
    );
    expect(rows.filter(({ n, status }) => n !== 1 || status !== 'received')).toEqual([]);
    expect(rows.map((row) => row.request_id)).not.toContain(gone?.id);
  });

  it('a parcel stores the handling notes of each vial', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const [acid, plain] = [await lab.ordered(), await lab.ordered()];
    await parcel(app, lab.analyst, [
      { task_number: acid.taskNumber, handling: ' In 0.1 % acetic acid. ' },
      { task_number: plain.taskNumber, handling: '' },
    ]);
    const told = async (order: { id: string }) =>
      (await must(lab.detail(lab.analyst, order))).request.handling;
    expect([await told(acid), await told(plain)]).toEqual(['In 0.1 % acetic acid.', null]);
  });

  it('a parcel is refused if it has no vials, too many vials, or one item_id twice', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const item_id = randomUUID();
    const many = Array.from({ length: 101 }, () => ({ task_number: 1 }));
    for (const items of [[], many, [1, 2].map((task_number) => ({ item_id, task_number }))]) {
      expect((await parcel(app, lab.analyst, items)).body.code).toBe('invalid_fields');
    }
    expect((await parcel(app, lab.customer, [{ task_number: 1 }])).status).toBe(404);
  });
});

describe('when staff scan a vial, the page shows its expected content; a refused vial is reported to its owner', () => {
  it('a scan shows what the vial should contain, and why it would be refused', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const scan = async (task: number | string, person = lab.analyst) =>
      (
        await app.request<{ data: { why_not: string | null } }>(`/api/lab/intake/${task}`, {
          token: person.token,
        })
      ).body.data?.why_not;
    const order = await lab.ordered();
    expect(await scan(order.taskNumber)).toBeNull();
    expect(await scan(999_999)).toBeUndefined();
    expect(await scan((await lab.ordered({ by: lab.analyst })).taskNumber)).toBe('own_order');
    expect(await scan((await lab.drafted()).ordered.taskNumber)).toBe('not_paid');
    await must(lab.intake(lab.analyst, order));
    expect(await scan(order.taskNumber)).toBe('already_received');
    expect(await scan((await lab.published()).taskNumber)).toBe('complete');
    const looks = await app.platform.db.pool.query(
      `SELECT 1 FROM audit_entry WHERE action = 'request.scanned' AND subject_id = $1`,
      [order.id],
    );
    expect(looks.rows).toHaveLength(1);
  });

  it.each(SAMPLE_REJECTIONS)(
    'if a vial is refused as %s, its owner gets a mail with the problem and the next step',
    async (why) => {
      const app = await labApp();
      const lab = await laboratory(app);
      const order = await lab.ordered();
      await must(
        lab.intake(lab.analyst, order, {
          accepted: false,
          rejection: why,
          condition: 'Seen by an <eye>',
          note: '',
        }),
      );
      await app.jobs.drain();
      const mail = (await app.mails(order.owner.email)).find(({ subject }) => subject.includes('could not'));
      const words = REJECTION_WORDS[why];
      for (const body of [mail?.text, mail?.html.replace(/\s+/g, ' ')]) {
        expect(body?.replace(/\s+/g, ' ')).toContain(words.wrong);
        expect(body?.replace(/\s+/g, ' ')).toContain(words.send);
        expect(body).toMatch(/stays open and paid/);
        expect(body).toMatch(/full refund/);
      }
      expect(mail?.text).toContain(app.platform.config.lab.address);
      expect(mail?.html).toContain('Seen by an &lt;eye&gt;');
      const mine = await app.request<{ request: { status: string; timeline: { reason: string | null }[] } }>(
        `/api/me/tests/${order.id}`,
        { token: order.owner.token },
      );
      expect(mine.body.request.status).toBe('awaiting_sample');
      expect(mine.body.request.timeline.at(-1)).toMatchObject({ kind: 'sample_refused', reason: why });
      const cancelled = await app.request<{ data: { status: string } }>(`/api/orders/${order.id}/cancel`, {
        method: 'POST',
        token: order.owner.token,
      });
      expect(cancelled.body.data.status).toBe('cancelled');
    },
  );

  it("only the sender of a group's vial gets the mail that it was refused", async () => {
    const { app, create, join, pay, detail, people } = await groupApp();
    const [organizer, one, two] = await people(3);
    const id = await create(organizer, { min_participants: 2, target_participants: 2, is_public: false });
    await join(id, one);
    await join(id, two);
    await pay(id, one);
    await pay(id, two);
    const request = (await detail(id, one)).viewer?.request;
    const lab = await laboratory(app);
    const order = { id: request?.id ?? '' };
    await must(
      lab.intake(lab.analyst, order, {
        accepted: false,
        rejection: 'insufficient',
        condition: 'Half a vial',
      }),
    );
    await app.jobs.drain();
    const about = async (email: string) =>
      (await app.mails(email)).filter(({ subject }) => subject.includes('could not be accepted'));
    const [mail] = await about(organizer.email);
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(REJECTION_WORDS.insufficient.wrong);
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(REJECTION_WORDS.insufficient.send);
    expect(mail?.text).toContain('Half a vial');
    expect(mail?.text).toContain(String(request?.task_number));
    expect(await about(one.email)).toEqual([]);
  });

  it('for a reason outside the list, the mail contains the laboratory’s own words', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.ordered();
    const { request } = await must(
      lab.intake(lab.analyst, order, { accepted: false, condition: 'Wet', note: 'The label is gone' }),
    );
    expect(request.timeline.at(-1)).toMatchObject({ reason: 'other', note: 'Wet. The label is gone' });
    expect((await lab.intake(lab.analyst, order, { accepted: false, rejection: 'ugly' })).status).toBe(422);
  });
});

describe("staff can print the customer's labels of a parcel", () => {
  it("staff can print the customer's labels for a whole parcel, also after the receipt", async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const [one, two] = [await lab.ordered(), await lab.ordered()];
    const mine = await app.request<{ data: unknown }>(`/api/me/tests/${one.id}/labels`, {
      token: one.owner.token,
    });
    await must(lab.intake(lab.analyst, one));
    const ask = (tasks: string, person = lab.analyst) =>
      app.request<{ data: object[]; detail?: string }>(`/api/lab/labels?tasks=${tasks}`, {
        token: person.token,
      });
    const both = await ask(`${one.taskNumber},${two.taskNumber}`);
    expect(both.body.data).toHaveLength(2);
    expect(mine.body.data).toMatchObject(both.body.data[0] ?? {});
    expect(both.body.data[1]).toMatchObject({ task_number: two.taskNumber });
    expect((await ask(`${one.taskNumber},999999`)).body.detail).toBe('There is no task 999999.');
    expect((await ask('')).status).toBe(422);
    expect((await ask('1;DROP')).status).toBe(422);
    expect((await ask(String(one.taskNumber), lab.customer)).status).toBe(404);
  });
});

describe('staff get news about changes', () => {
  it('news about drafts, photos and reviews reaches staff, and never customers', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const staff = await eventReader(app, lab.reviewer);
    const owner = await eventReader(app, lab.customer);
    await staff.next();
    await owner.next();
    const changed = { event: 'changed', data: { kind: 'request', id: order.id }, id: expect.any(String) };
    await must(lab.save(lab.analyst, order));
    expect(await staff.next()).toEqual(changed);
    await must(lab.submit(lab.analyst, order));
    expect(await staff.next()).toEqual(changed);
    // If the customer had got a hint about the earlier change, it would be the first one here.
    const next = await lab.drafted();
    expect(await owner.next()).toMatchObject({ data: { id: next.ordered.id } });
    await staff.close();
    await owner.close();
  });
});
