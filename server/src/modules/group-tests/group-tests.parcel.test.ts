import type { GroupDetail } from '@vialproof/contract/group-tests';
import type { MyTestDetail } from '@vialproof/contract/orders';
import { expect, it } from 'vitest';
import { eventReader } from '../../testing/event-reader.ts';
import { groupApp } from '../../testing/groups.ts';
import { laboratory, must } from '../../testing/lab.ts';
import type { Person } from '../../testing/test-app.ts';

const DAY = 86_400_000;

/** A group of two, whose vial is sent by another person. */
async function withSender() {
  const world = await groupApp();
  const { app, create, join, pay, detail, people } = world;
  const [organizer, one, two, sender] = await people(4);
  const id = await create(organizer, { min_participants: 2, target_participants: 2 });
  const { body } = await app.request<GroupDetail>(`/api/group-tests/${id}/volunteer`, {
    json: { note: '' },
    token: sender.token,
  });
  await app.request(`/api/group-tests/${id}/volunteers/${body.volunteers[0]?.id}`, {
    json: { status: 'approved', sender: true },
    token: organizer.token,
  });
  const track = (person: Pick<Person, 'token'> | null, number: string) =>
    app.request<GroupDetail & { code?: string }>(`/api/group-tests/${id}/tracking`, {
      method: 'PUT',
      json: { sample_tracking_number: number },
      ...(person ? { token: person.token } : {}),
    });
  return {
    ...world,
    id,
    organizer,
    one,
    sender,
    track,
    volunteerId: body.volunteers[0]?.id ?? '',
    payAll: async () => {
      for (const person of [one, two]) await join(id, person);
      for (const person of [one, two]) await pay(id, person);
      return (await detail(id, one)).viewer?.request?.id ?? '';
    },
  };
}

it('security 26: sender and organizer can enter the tracking number, members who paid can read it, and each change is in the audit log', async () => {
  const { app, id, organizer, one, sender, track, payAll, detail, people } = await withSender();
  const lab = await laboratory(app);
  const [stranger] = await people(1);
  expect((await track(sender, 'early')).body).toMatchObject({ code: 'wrong_state' });
  expect((await detail(id, sender)).viewer?.may.track).toBe(false);
  const request = await payAll();

  expect((await track(null, 'X')).status).toBe(401);
  for (const person of [one, stranger, lab.analyst, lab.reviewer, lab.admin]) {
    expect((await track(person, 'X')).body).toMatchObject({ code: 'forbidden' });
    expect((await detail(id, person)).viewer?.may.track).toBe(false);
  }
  const stream = await eventReader(app, one);
  await stream.next();
  const written = await track(sender, ' 1Z 999 ');
  expect(written.body.viewer).toMatchObject({
    may: { track: true },
    request: { sample_tracking_number: '1Z 999', unique_key: null },
  });
  expect((await stream.next())?.data).toEqual({ kind: 'request', id: request });
  await stream.close();
  expect((await detail(id, one)).viewer?.request?.sample_tracking_number).toBe('1Z 999');
  for (const person of [undefined, stranger]) {
    expect(JSON.stringify(await detail(id, person))).not.toContain('1Z 999');
  }
  const parcels = [sender, organizer, one].map(({ token }) =>
    app.request<{ data: object }>(`/api/me/tests/${request}/labels`, { token }),
  );
  expect((await Promise.all(parcels)).map(({ body }) => body.data)).toMatchObject(
    [true, true, false].map((may) => ({ sample_tracking_number: '1Z 999', may_track: may })),
  );

  // Writing the same number again changes nothing.
  await track(sender, '1Z 999');
  await app.request(`/api/me/tests/${request}/tracking`, {
    method: 'PUT',
    json: { sample_tracking_number: '1Z 998' },
    token: organizer.token,
  });
  const { rows } = await app.platform.db.pool.query(
    `SELECT actor_id, detail FROM audit_entry WHERE subject_id = $1 AND action = 'request.tracking_changed' ORDER BY id`,
    [request],
  );
  expect(rows).toEqual([
    { actor_id: sender.id, detail: { tracking_number: { from: null, to: '1Z 999' } } },
    { actor_id: organizer.id, detail: { tracking_number: { from: '1Z 999', to: '1Z 998' } } },
  ]);
  expect((await track(organizer, '')).body.viewer?.request?.sample_tracking_number).toBeNull();
  await must(lab.intake(lab.analyst, { id: request }));
  expect((await track(sender, 'late')).body).toMatchObject({ code: 'wrong_state' });
  expect((await detail(id, sender)).viewer?.may.track).toBe(false);
});

it('after the lock only members are asked to send the vial instead, until it is on its way, and they read who sends it', async () => {
  const { app, id, organizer, one, sender, track, payAll, detail, people } = await withSender();
  const [stranger] = await people(1);
  const asked = async () =>
    Promise.all(
      [organizer, one, sender, stranger].map(
        async (person) => (await detail(id, person)).viewer?.may.volunteer,
      ),
    );
  expect(await asked()).toEqual([true, true, false, true]);
  const request = await payAll();
  expect(await asked()).toEqual([false, true, false, false]);
  const read = async (person: Person) => {
    const { body } = await app.request<MyTestDetail>(`/api/me/tests/${request}`, { token: person.token });
    return [body.may_track, body.sender];
  };
  const write = (person: Person) =>
    app.request<MyTestDetail & { code?: string }>(`/api/me/tests/${request}/tracking`, {
      method: 'PUT',
      json: { sample_tracking_number: '1Z 998' },
      token: person.token,
    });
  const display_name = (await detail(id)).volunteers[0]?.display_name;
  expect([await read(organizer), await read(one)]).toEqual([
    [true, { display_name, is_viewer: false }],
    [false, { display_name, is_viewer: false }],
  ]);
  expect((await write(one)).body).toMatchObject({ code: 'forbidden' });
  await track(sender, '1Z 999');
  expect(await asked()).toEqual([false, false, false, false]);
  // The server still takes an offer, because a parcel may get lost.
  const { body } = await app.request<GroupDetail>(`/api/group-tests/${id}/volunteer`, {
    json: { note: 'Mine' },
    token: one.token,
  });
  expect(body.volunteers.map(({ status }) => status).sort()).toEqual(['approved', 'requested']);
  const offer = body.volunteers.find(({ note }) => note === 'Mine')?.id;
  await app.request(`/api/group-tests/${id}/volunteers/${offer}`, {
    json: { status: 'approved', sender: true },
    token: organizer.token,
  });
  expect((await write(one)).body).toMatchObject({
    may_track: true,
    sender: { is_viewer: true },
    request: { sample_tracking_number: '1Z 998' },
  });
});

it('only the organizer can describe the vial, until the laboratory has received it', async () => {
  const { app, id, organizer, one, payAll, detail } = await withSender();
  const lab = await laboratory(app);
  const name = (person: Person, batch: string) =>
    app.request<GroupDetail & { code?: string }>(`/api/group-tests/${id}/specimen`, {
      method: 'PUT',
      json: { batch_code: batch, compound_name: '' },
      token: person.token,
    });
  expect((await name(organizer, 'early')).body).toMatchObject({ code: 'wrong_state' });
  const request = await payAll();
  for (const person of [one, lab.admin]) {
    expect((await name(person, 'X')).body).toMatchObject({ code: 'forbidden' });
  }
  expect((await name(organizer, 'R-30')).body.viewer?.specimen).toMatchObject({
    batch_code: 'R-30',
    compound_name: null,
    is_editable: true,
  });
  await must(lab.intake(lab.analyst, { id: request }));
  expect((await name(organizer, 'late')).body).toMatchObject({ code: 'wrong_state' });
  expect((await detail(id, organizer)).viewer?.specimen).toMatchObject({
    batch_code: 'R-30',
    is_editable: false,
  });
});

it('if a vial does not arrive within 21 days, an admin chooses another sender or refunds everything', async () => {
  const { app, id, organizer, one, sender, volunteerId, payAll, detail, keepSignedIn, at, statement } =
    await withSender();
  const admin = await app.person('admin');
  keepSignedIn(admin);
  await payAll();
  const waiting = async () =>
    (await app.request<{ data: object[] }>('/api/lab/group-tests', { token: admin.token })).body.data;
  await at(21 * DAY - 60_000);
  expect(await waiting()).toEqual([]);
  await at(60_000);
  expect(await waiting()).toMatchObject([{ group: { id }, reason: 'nothing_received' }]);
  const decide = (person: Person) =>
    app.request<GroupDetail>(`/api/group-tests/${id}/volunteers/${volunteerId}`, {
      json: { status: 'rejected' },
      token: person.token,
    });
  expect((await decide(one)).status).toBe(403);
  expect((await decide(admin)).body.volunteers).toMatchObject([{ status: 'rejected', is_sender: false }]);
  await app.jobs.drain();
  // No other person sends the vial now, so the organizer must.
  const subjects = async (person: Person) =>
    (await app.mails(person.email)).map(({ subject }) => subject.replace(/^.*: /, ''));
  expect(await subjects(organizer)).toContain('send the vial');
  expect(await subjects(sender)).toContain('your offer to send the vial');
  await app.request(`/api/group-tests/${id}/cancel`, { json: {}, token: admin.token });
  await app.jobs.drain();
  expect((await detail(id)).test.status).toBe('cancelled');
  expect(await waiting()).toEqual([]);
  const { movements } = await statement(id, one);
  expect(movements.map(({ amount_cents: cents }) => cents)).toEqual([17_000, 17_000, -17_000, -17_000]);
});

it('staff cannot decide about a group to which they belong', async () => {
  const { app, create, join, pay, detail, keepSignedIn } = await groupApp();
  const lab = await laboratory(app);
  const [organizer, analyst, admin] = [await app.person(), lab.analyst, lab.admin];
  for (const person of [analyst, admin]) keepSignedIn(person);
  const id = await create(organizer, { min_participants: 1, target_participants: 2 });
  const act = (path: string, person: Person, json: object = {}) =>
    app.request<GroupDetail & { code?: string }>(`/api/group-tests/${id}/${path}`, {
      json,
      token: person.token,
    });
  await join(id, admin);
  expect((await act('finalise', admin)).body).toMatchObject({ code: 'own_order' });
  expect((await detail(id, admin)).viewer?.may).toMatchObject({
    finalise: false,
    cancel: false,
    decide: false,
  });
  const offer = (await act('volunteer', admin)).body.volunteers[0]?.id;
  const choose = { status: 'approved', sender: true };
  expect((await act(`volunteers/${offer}`, admin, choose)).body).toMatchObject({ code: 'own_order' });
  expect((await act(`volunteers/${offer}`, organizer, choose)).status).toBe(200);
  await join(id, analyst);
  expect((await act('cancel', admin)).body).toMatchObject({ code: 'own_order' });
  for (const person of [admin, analyst]) await pay(id, person);
  const order = { id: (await detail(id, analyst)).viewer?.request?.id ?? '' };
  expect((await lab.intake(analyst, order)).body).toMatchObject({ code: 'own_order' });
  await must(lab.intake(lab.reviewer, order));
  const payout = await app.request(`/api/lab/group-tests/${id}/payout`, { json: {}, token: admin.token });
  expect(payout.body).toMatchObject({ code: 'own_order' });
  expect(
    (await app.request(`/api/group-tests/${id}/message`, { json: { text: 'Hello' }, token: organizer.token }))
      .status,
  ).toBe(200);
});
