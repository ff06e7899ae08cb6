import type { LabQueue } from '@vialproof/contract/lab';
import { expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import { importsOf, runOf } from '../../testing/imports.ts';
import { type LabAnswer, laboratory, must } from '../../testing/lab.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';

/** A word that all texts of the laboratory about this test contain. The owner must never see it. */
const hiddenOf = ({ taskNumber }: Test) =>
  `unpublished${[...String(taskNumber)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
const WATER = { analyte: 'Water', method: 'Karl Fischer', value: 2.1, unit: '%', limit: '', verdict: null };
const ROLES = ['analyst', 'reviewer', 'admin'] as const;
/** Calls that answer with a file or nothing. */
const PATHS_WITHOUT_TEXT = /\/lab\/(labels|masses)$/;

type Test = { id: string; taskNumber: number };
type OpenApi = { paths: Record<string, Record<string, unknown>> };

/** All calls with which the laboratory reads, for this request. */
async function readCalls(app: TestApp, order: Test): Promise<string[]> {
  const { body } = await app.request<OpenApi>('/api/openapi.json');
  const paths = Object.entries(body.paths).flatMap(([path, verbs]) => ('get' in verbs ? [path] : []));
  const ofLab = paths.filter((path) => path.startsWith('/api/lab/') && !PATHS_WITHOUT_TEXT.test(path));
  return ofLab.flatMap((path) => [
    path.replace('{id}', order.id),
    ...(path.endsWith('/requests/{id}') ? [path.replace('{id}', String(order.taskNumber))] : []),
    ...(path.endsWith('/requests') ? [`${path}?q=${order.taskNumber}`, `${path}?status=in_review`] : []),
    ...(path.endsWith('/imports') ? [`${path}?state=assigned`] : []),
    ...(path.endsWith('/audit') ? [`${path}?subject=${order.taskNumber}`, `${path}?action=import`] : []),
    ...(path.endsWith('/history') ? [`${path.replace('{id}', order.id)}?at=2099-01-01T00:00:00Z`] : []),
  ]);
}

/** A test in review, whose texts all contain the hidden word. */
async function measured(app: TestApp, order: Test) {
  const lab = await laboratory(app);
  const imports = importsOf(app);
  const hidden = hiddenOf(order);
  // These two people of the laboratory do not work on the test.
  const [maker, helper] = [await app.person('admin'), await app.person('analyst')];
  const { key } = await imports.key(maker);
  await must(lab.intake(helper, order, { handling: `Solvent: ${hidden}` }));
  const sent = await imports.send(
    key,
    runOf(String(order.taskNumber), `own ${order.taskNumber}`),
    `${hidden}.txt`,
  );
  expect(sent.body.data.state).toBe('assigned');
  await app.request(`/api/lab/requests/${order.id}/assignee`, {
    method: 'PUT',
    json: { user_id: helper.id },
    token: helper.token,
  });
  const attached = await must(lab.attach(helper, order, 'a,b\n', `${hidden}.csv`));
  const { version } = attached.draft ?? {};
  const said = { title: hidden, summary: `Said: ${hidden}`, measurements: [WATER], version };
  await must(lab.save(helper, order, said));
  const waiting = await imports.send(key, runOf(`${order.taskNumber} and 99999`, `w ${order.taskNumber}`));
  expect(waiting.body.data.state).toBe('waiting');
  return { helper, attachment: attached.draft?.attachments[0]?.id ?? '', waits: waiting.body.data.id };
}

const ofCustomers = { is_own: true, draft: null, revisions: [], proposal: null };

/** Checks that staff see their own test only as customers do. `other` has the same role and sees everything. */
async function expectCustomersView(
  app: TestApp,
  { own, other }: { own: Person; other: Person },
  order: Test,
  files: { attachment: string; waits: string },
): Promise<void> {
  const seenBy = async (person: Person, path: string) => {
    const answer = await app.raw(path, { headers: { authorization: `Bearer ${person.token}` } });
    return { status: answer.status, text: await answer.text() };
  };
  const hidden = hiddenOf(order);
  for (const path of await readCalls(app, order)) {
    const { status, text } = await seenBy(own, path);
    expect([path, status, text.includes(hidden)]).toEqual([path, expect.any(Number), false]);
  }
  const at = `/api/lab/requests/${order.id}`;
  for (const path of [at, `${at}/injections`, '/api/lab/imports?state=assigned']) {
    expect([path, (await seenBy(other, path)).text.includes(hidden)]).toEqual([path, true]);
  }
  const detail = await app.request<LabAnswer['body']>(at, { token: own.token });
  expect(detail.body.data).toMatchObject(ofCustomers);
  expect(detail.body.data.request).toMatchObject({ handling: null, assignee: null, sample_condition: null });
  expect(Object.values(detail.body.data.may)).not.toContain(true);
  // The page shows the steps of the order, but not the laboratory's work on it.
  expect(detail.body.data.steps.map(({ by }) => by)).toEqual(detail.body.data.steps.map(() => null));
  for (const step of ['/injections', '/chromatogram/points', '/chromatogram/raw', '/subject']) {
    const answer = await app.request<{ code: string }>(`${at}${step}`, { token: own.token });
    expect([step, answer.status, answer.body.code]).toEqual([step, 403, 'own_order']);
  }
  const queue = async (query: string) =>
    (await app.request<LabQueue>(`/api/lab/requests${query}`, { token: own.token })).body.data.filter(
      ({ id }) => id === order.id,
    );
  expect(await queue(`?q=${order.taskNumber}`)).toMatchObject([{ revision_state: null, assignee: null }]);
  for (const query of ['?status=in_review', '?assigned_to=nobody', '?assigned_to=me']) {
    expect([query, await queue(query)]).toEqual([query, []]);
  }
  for (const link of ['', '/link']) {
    const path = `/api/attachments/${files.attachment}${link}`;
    const [mine, theirs] = await Promise.all(
      [own, other].map(async ({ token }) => (await app.request(path, { token })).status),
    );
    expect([path, mine]).toEqual([path, 404]);
    expect(theirs).toBe(200);
  }
  const dismissed = await importsOf(app).decide(own, files.waits, 'dismiss', { reason: 'Not ours, I say.' });
  expect([dismissed.status, dismissed.body.code]).toEqual([403, 'own_order']);
  const certificate = await app.request<{ code: string }>(`/api/tests/${order.id}/certificate`, {
    token: own.token,
  });
  expect(certificate.body.code).toBe('certificate_not_ready');
}

it('staff who ordered a test see it in the laboratory only as its customer sees it', async () => {
  const { app } = await groupApp();
  const lab = await laboratory(app);
  for (const role of ROLES) {
    const own = await app.person(role);
    const order = await lab.ordered({ by: own, maker: `Maker of ${role}`, batch: role });
    const files = await measured(app, order);
    await must(lab.submit(files.helper, order));
    await expectCustomersView(app, { own, other: await app.person(role) }, order, files);
  }
});

it('organizer and members of a group see its test in the laboratory only as customers see it', async () => {
  const { app, create, join, pay, detail } = await groupApp();
  const lab = await laboratory(app);
  for (const [place, role] of ROLES.entries()) {
    const organizer = await app.person(role);
    const member = await app.person(ROLES[(place + 1) % ROLES.length]);
    const id = await create(organizer, { min_participants: 1, target_participants: 1 });
    await join(id, member);
    await pay(id, member);
    const request = (await detail(id, member)).viewer?.request;
    const order = { id: request?.id ?? '', taskNumber: request?.task_number ?? 0 };
    const files = await measured(app, order);
    await must(lab.submit(files.helper, order));
    for (const own of [organizer, member]) {
      const other = await app.person(own === organizer ? role : ROLES[(place + 1) % ROLES.length]);
      await expectCustomersView(app, { own, other }, order, files);
    }
  }
});
