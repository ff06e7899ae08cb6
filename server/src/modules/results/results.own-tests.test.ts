import type { LabQueue } from '@vialproof/contract/lab';
import { expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import { importsOf, runOf } from '../../testing/imports.ts';
import { type LabAnswer, laboratory, must } from '../../testing/lab.ts';
import { labApp, type Person, type TestApp } from '../../testing/test-app.ts';

/** A word that all texts of the laboratory about this test contain. The owner must never see it. */
const hiddenOf = ({ taskNumber }: Test) =>
  `unpublished${[...String(taskNumber)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
const WATER = { analyte: 'Water', method: 'Karl Fischer', value: 2.1, unit: '%', limit: '', verdict: null };
const ROLES = ['analyst', 'reviewer', 'admin'] as const;
/** Calls that answer with a file or nothing. */
const PATHS_WITHOUT_TEXT = /\/lab\/(labels|masses)$/;

type Test = { id: string; taskNumber: number };
type OpenApi = { paths: Record<string, Record<string, unknown>> };

/** A laboratory, two of its people who order nothing, and the paths of all calls with which it reads. */
async function staffed(app: TestApp) {
  const lab = await laboratory(app);
  const { key } = await importsOf(app).key(await app.person('admin'));
  const { body } = await app.request<OpenApi>('/api/openapi.json');
  const paths = Object.entries(body.paths).flatMap(([path, verbs]) => ('get' in verbs ? [path] : []));
  const readPaths = paths.filter((path) => path.startsWith('/api/lab/') && !PATHS_WITHOUT_TEXT.test(path));
  return { app, lab, key, helper: await app.person('analyst'), readPaths };
}
type Staffed = Awaited<ReturnType<typeof staffed>>;

/** All calls with which the laboratory reads, for this request. */
function readCalls({ readPaths }: Staffed, order: Test): string[] {
  return readPaths.flatMap((path) => {
    const its = path.replace('{id}', order.id);
    return [
      its,
      ...(path.endsWith('/requests/{id}') ? [path.replace('{id}', String(order.taskNumber))] : []),
      ...(path.endsWith('/requests') ? [`${its}?q=${order.taskNumber}`, `${its}?status=in_review`] : []),
      ...(path.endsWith('/imports') ? [`${its}?state=assigned`] : []),
      ...(path.endsWith('/audit') ? [`${its}?subject=${order.taskNumber}`, `${its}?action=import`] : []),
      ...(path.endsWith('/history') ? [`${its}?at=2099-01-01T00:00:00Z`] : []),
    ];
  });
}

/** A test in review, whose texts all contain the hidden word. */
async function measured({ app, lab, key, helper }: Staffed, order: Test) {
  const imports = importsOf(app);
  const hidden = hiddenOf(order);
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
  await must(lab.submit(helper, order));
  return { attachment: attached.draft?.attachments[0]?.id ?? '', waits: waiting.body.data.id };
}

const ofCustomers = { is_own: true, draft: null, revisions: [], proposal: null };

/** Checks that staff see their own test only as customers do. `other` has the same role and sees everything. */
async function expectCustomersView(
  staff: Staffed,
  { own, other }: { own: Person; other: Person },
  order: Test,
  files: { attachment: string; waits: string },
): Promise<void> {
  const { app } = staff;
  const seenBy = async (person: Person, path: string) => {
    const answer = await app.raw(path, { headers: { authorization: `Bearer ${person.token}` } });
    return { status: answer.status, text: await answer.text() };
  };
  const hidden = hiddenOf(order);
  for (const path of readCalls(staff, order)) {
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
  const staff = await staffed(await labApp());
  const { app, lab } = staff;
  for (const role of ROLES) {
    const own = await app.person(role);
    const order = await lab.ordered({ by: own, maker: `Maker of ${role}`, batch: role });
    await expectCustomersView(staff, { own, other: lab[role] }, order, await measured(staff, order));
  }
});

it('organizer and members of a group see its test in the laboratory only as customers see it', async () => {
  const { app, create, join, pay, detail } = await groupApp();
  const staff = await staffed(app);
  for (const [place, role] of ROLES.entries()) {
    const roleOfMember = ROLES[(place + 1) % ROLES.length] ?? role;
    const [organizer, member] = [await app.person(role), await app.person(roleOfMember)];
    const id = await create(organizer, { min_participants: 1, target_participants: 1 });
    await join(id, member);
    await pay(id, member);
    const request = (await detail(id, member)).viewer?.request;
    const order = { id: request?.id ?? '', taskNumber: request?.task_number ?? 0 };
    const files = await measured(staff, order);
    await expectCustomersView(staff, { own: organizer, other: staff.lab[role] }, order, files);
    await expectCustomersView(staff, { own: member, other: staff.lab[roleOfMember] }, order, files);
  }
});
