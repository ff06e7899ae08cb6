import type { TraceImport } from '@vialproof/contract/imports';
import { expect, it } from 'vitest';
import { ambiguousTrace } from '../../testing/ambiguous.ts';
import { importsOf } from '../../testing/imports.ts';
import { laboratory, must, type Ordered } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';

async function desk() {
  const app = await labApp();
  const lab = await laboratory(app);
  const imports = importsOf(app);
  const { key } = await imports.key(lab.admin);
  return {
    lab,
    imports,
    key,
    answer: (file: TraceImport, thousands: string) =>
      app.request<{ data: TraceImport; code?: string }>(`/api/lab/imports/${file.id}/numbers`, {
        json: { thousands },
        token: lab.analyst.token,
      }),
    traceOf: async (order: Ordered) => (await must(lab.detail(lab.analyst, order))).draft?.chromatogram,
  };
}

it("an import with ambiguous numbers waits for a person's answer, and then continues", async () => {
  const { lab, imports, key, answer, traceOf } = await desk();
  const order = await lab.received();
  const file = ambiguousTrace('import', String(order.taskNumber));
  const sent = await imports.send(key, file);
  expect([sent.status, sent.body.data]).toMatchObject([
    201,
    {
      state: 'waiting',
      sample_name: String(order.taskNumber),
      why: {
        code: 'ambiguous_numbers',
        text: expect.stringMatching(/^Is \d+,\d{3} .+ thousand.*, or \d+\.\d{3}\?$/),
        readings: { text: expect.any(String) },
      },
      thousands: null,
    },
  ]);
  // A file that is sent again gets the same answer.
  expect((await imports.send(key, file)).body.data).toEqual(sent.body.data);
  expect(await traceOf(order)).toBeUndefined();
  const answered = await answer(sent.body.data, 'groups');
  expect([answered.status, answered.body.data]).toMatchObject([
    200,
    { state: 'assigned', task_number: order.taskNumber, why: null, thousands: 'groups' },
  ]);
  expect(await traceOf(order)).toMatchObject({ thousands: 'groups' });
  expect((await answer(sent.body.data, 'decimals')).body.code).toBe('wrong_state');
});

it('an import that names no sample still waits after a person has explained its numbers', async () => {
  const { lab, imports, key, answer, traceOf } = await desk();
  const order = await lab.received();
  const { data: file } = (await imports.send(key, ambiguousTrace('nameless'))).body;
  const said = { task_number: order.taskNumber, reason: 'The position in the tray.' };
  expect((await imports.decide(lab.analyst, file.id, 'assign', said)).body.code).toBe('ambiguous_numbers');
  expect((await answer(file, 'decimals')).body.data).toMatchObject({
    state: 'waiting',
    why: { code: 'no_number' },
    thousands: 'decimals',
  });
  expect((await imports.decide(lab.analyst, file.id, 'assign', said)).status).toBe(200);
  expect(await traceOf(order)).toMatchObject({ thousands: 'decimals' });
});

it('an import with unambiguous numbers asks no question', async () => {
  const { imports, key, answer } = await desk();
  const { data: file } = (await imports.send(key, ambiguousTrace('told').replace('\t5,', '\t1,005,'))).body;
  expect(file.why?.code).not.toBe('ambiguous_numbers');
  expect((await answer(file, 'groups')).body.code).toBe('wrong_state');
});
