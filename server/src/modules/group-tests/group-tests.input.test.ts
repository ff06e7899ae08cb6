import type { GroupDetail } from '@vialproof/contract/group-tests';
import { describe, expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import { testApp } from '../../testing/test-app.ts';

const DAY = 86_400_000;

/** The fields of a group in the specification. */
const FIELDS = [
  'id',
  'title',
  'description',
  'test_type',
  'deadline_at',
  'min_participants',
  'target_participants',
  'est_test_cost_cents',
  'est_shipping_cents',
  'est_vial_cost_cents',
  'is_public',
  'status',
  'joined_count',
  'final_cost_per_user_cents',
  'sku_name',
];

describe('the group API refuses invalid input', () => {
  it('the group API refuses invalid deadlines, numbers of seats and costs', async () => {
    const { app, people } = await groupApp();
    const [person] = await people(1);
    const good = {
      title: 'A group',
      test_type: 'semaglutide',
      deadline_at: new Date(app.clock.now().getTime() + DAY).toISOString(),
      min_participants: 3,
      est_test_cost_cents: 30_000,
    };
    const ask = (change: object) =>
      app.request<{ code: string; errors?: { path: string }[] }>('/api/group-tests', {
        json: { ...good, ...change },
        token: person.token,
      });
    const wrong: [object, string][] = [
      [{ title: '  ' }, 'title'],
      [{ title: 'Vialproof official group' }, 'title'],
      [{ title: 'pure\u202eity' }, 'title'],
      [{ deadline_at: '' }, 'deadline_at'],
      [{ deadline_at: new Date(app.clock.now().getTime() - 1000).toISOString() }, 'deadline_at'],
      [{ deadline_at: new Date(app.clock.now().getTime() + 400 * DAY).toISOString() }, 'deadline_at'],
      [{ min_participants: 0 }, 'min_participants'],
      [{ min_participants: 2.5 }, 'min_participants'],
      [{ min_participants: 201 }, 'min_participants'],
      [{ target_participants: 2 }, 'target_participants'],
      [{ target_participants: 201 }, 'target_participants'],
      // Sixty dollars for two hundred people are thirty cents each.
      [
        { test_type: 'aas-identification-only', est_test_cost_cents: 6000, target_participants: 200 },
        'est_test_cost_cents',
      ],
      [{ est_test_cost_cents: -1 }, 'est_test_cost_cents'],
      [{ est_test_cost_cents: 29_999 }, 'est_test_cost_cents'],
      [{ est_test_cost_cents: 1e15 }, 'est_test_cost_cents'],
      [{ est_shipping_cents: -4000 }, 'est_shipping_cents'],
      [{ est_vial_cost_cents: '0' }, 'est_vial_cost_cents'],
      [{ est_shipping_cents: 50_001 }, 'est_shipping_cents'],
      [{ est_vial_cost_cents: 50_001 }, 'est_vial_cost_cents'],
      [{ is_public: 'yes' }, 'is_public'],
    ];
    for (const [change, path] of wrong) {
      const { status, body } = await ask(change);
      expect([status, body.errors?.[0]?.path], JSON.stringify(change)).toEqual([422, path]);
    }
    expect(await ask({ test_type: 'gold' })).toMatchObject({ status: 422, body: { code: 'sku_not_sold' } });
    // By default, target_participants is min_participants.
    const made = await app.request<{ test: { id: string } }>('/api/group-tests', {
      json: good,
      token: person.token,
    });
    const { body } = await app.request<GroupDetail>(`/api/group-tests/${made.body.test.id}`);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['test', 'members', 'volunteers']));
    expect(Object.keys(body.test)).toEqual(expect.arrayContaining(FIELDS));
    expect(body).toMatchObject({ test: { min_participants: 3, target_participants: 3, is_public: true } });
  });

  it('the public settings limit the costs of new groups; existing groups keep their amounts', async () => {
    const secret = { JWT_SECRET: 'j'.repeat(32) };
    const { app, create, join, people } = await groupApp(secret);
    const [person, other] = await people(2);
    const most = { est_shipping_cents: 50_000, est_vial_cost_cents: 50_000 };
    const before = await create(person, { ...most, min_participants: 1, target_participants: 1 });
    const env = { ...secret, GROUP_SHIPPING_MAX_CENTS: '3000', GROUP_VIAL_MAX_CENTS: '0' };
    const stricter = await testApp(env, { beside: app });
    expect((await stricter.request('/api/config')).body).toMatchObject({
      data: { group_shipping_max_cents: 3000, group_vial_max_cents: 0, payout_wait_days: 14 },
    });
    const deadline_at = new Date(app.clock.now().getTime() + DAY).toISOString();
    const json = { title: 'One', test_type: 'retatrutide', deadline_at, min_participants: 2, ...most };
    const asked = await stricter.request('/api/group-tests', {
      json: { ...json, est_test_cost_cents: 30_000 },
      token: person.token,
    });
    expect(asked).toMatchObject({
      status: 422,
      body: {
        errors: [
          { path: 'est_shipping_cents', message: 'This can be $30.00 at most.' },
          { path: 'est_vial_cost_cents', message: 'This can be $0.00 at most.' },
        ],
      },
    });
    await join(before, other);
    const { body } = await stricter.request(`/api/group-tests/${before}`, { token: other.token });
    expect(body).toMatchObject({ test: { cost_cents: 130_000, phase: 'collecting' } });
  });

  it('security 29: the group API ignores a state, an organizer or a member count that a client sends', async () => {
    const { create, detail, people } = await groupApp();
    const [person, other] = await people(2);
    const id = await create(person, {
      status: 'complete',
      organizer_id: other.id,
      joined_count: 9,
      state: 'testing',
    });
    expect((await detail(id, person)).test).toMatchObject({ status: 'open', joined_count: 0 });
    expect((await detail(id, other)).viewer?.is_organizer).toBe(false);
  });

  it("security 3: HTML in a group's title, notes and messages is shown as text, in answers and mails", async () => {
    const { app, create, join, people } = await groupApp();
    const [organizer, one, stranger] = await people(3);
    const evil = '<img src=x onerror=alert(1)> & "co"';
    const id = await create(organizer, { title: evil, description: evil });
    await join(id, one);
    await app.request(`/api/group-tests/${id}/message`, { json: { text: evil }, token: organizer.token });
    await app.request(`/api/group-tests/${id}/volunteer`, { json: { note: evil }, token: one.token });
    await app.jobs.drain();
    for (const { email } of [one, organizer]) {
      const [mail] = (await app.mails(email)).filter(({ subject }) => subject.includes('<img'));
      expect(mail?.html).not.toContain('<img');
      expect(mail?.html.match(/&lt;img src=x/g)?.length).toBeGreaterThan(1);
    }
    const { body } = await app.request(`/api/group-tests/${id}`, { token: one.token });
    expect(body).toMatchObject({ test: { title: evil, description: evil }, volunteers: [{ note: evil }] });
    // Only members can read a message.
    const messages = async (token?: string) => {
      const read = await app.request<GroupDetail>(`/api/group-tests/${id}`, token ? { token } : {});
      return read.body.events.flatMap(({ kind, text }) => (kind === 'message' ? [text] : []));
    };
    expect([await messages(one.token), await messages(stranger.token), await messages()]).toEqual([
      [evil],
      [],
      [],
    ]);
  });

  it('only its members and its organizer see a private group in the list', async () => {
    const { create, detail, join, list, people } = await groupApp();
    const [organizer, one, stranger] = await people(3);
    const id = await create(organizer, { is_public: false });
    await join(id, one);
    const seen = async (person?: typeof one) => (await list('open', person)).some((group) => group.id === id);
    expect([await seen(), await seen(stranger), await seen(one), await seen(organizer)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect((await detail(id, stranger)).test.is_public).toBe(false);
  });

  it("the group API refuses an action that the group's state does not allow", async () => {
    const { app, create, join, people } = await groupApp();
    const [organizer, one, two] = await people(3);
    const id = await create(organizer, { min_participants: 2, target_participants: 3 });
    const post = (path: string, token: string) =>
      app.request(`/api/group-tests/${id}/${path}`, { json: {}, token });
    expect((await join(id, one, 'agree')).body).toMatchObject({ code: 'not_a_member' });
    expect((await join(id, one, 'leave')).body).toMatchObject({ code: 'not_a_member' });
    await join(id, one);
    expect((await post('finalise', organizer.token)).body).toMatchObject({ code: 'too_few_members' });
    expect((await post('finalise', one.token)).status).toBe(403);
    await join(id, two);
    expect((await join(id, one, 'agree')).body).toMatchObject({ code: 'no_gap' });
    expect((await post('finalise', organizer.token)).body).toMatchObject({ test: { phase: 'collecting' } });
    expect((await post('finalise', organizer.token)).body).toMatchObject({ code: 'group_locked' });
    expect((await join(id, organizer)).body).toMatchObject({ code: 'group_locked' });
    const nowhere = await app.request('/api/group-tests/not-an-id/join', {
      json: { action: 'join' },
      token: one.token,
    });
    expect(nowhere.status).toBe(404);
  });

  it("a person cannot pay another person's share, or another amount than the share's", async () => {
    const { app, create, join, detail, people } = await groupApp();
    const [organizer, one, two] = await people(3);
    const id = await create(organizer, { min_participants: 2, target_participants: 2 });
    await join(id, one);
    await join(id, two);
    const share = (await detail(id, one)).viewer?.share;
    const checkout = (token: string, cents: number) =>
      app.request('/api/checkout', {
        json: { request_id: share?.id, provider: 'stripe', amount_cents: cents, currency: 'usd' },
        token,
      });
    expect((await checkout(two.token, 17_000)).status).toBe(404);
    expect((await checkout(one.token, 1)).body).toMatchObject({
      code: 'price_changed',
      amount_cents: 17_000,
    });
  });

  it('deleting an account removes the person from open groups, and is refused while a locked share exists', async () => {
    const { app, create, join, detail, people } = await groupApp();
    const [organizer, leaver, holder, two] = await people(4);
    const open = await create(organizer, { min_participants: 5, target_participants: 5 });
    await join(open, leaver);
    const locked = await create(organizer, { min_participants: 2, target_participants: 2 });
    await join(locked, holder);
    await join(locked, two);
    const leave = (token: string) =>
      app.request('/api/me/deletion', { json: { current_password: app.password }, token });
    expect((await leave(holder.token)).body).toMatchObject({ code: 'account_in_use' });
    expect((await leave(leaver.token)).status).toBeLessThan(300);
    const after = await detail(open);
    expect(after.test.joined_count).toBe(0);
    expect(after.members).toMatchObject([{ display_name: 'Former member', status: 'left' }]);
  });

  it('if an organizer deletes the account, the open groups end, and their members get a mail', async () => {
    const { app, create, join, detail, people } = await groupApp();
    const [organizer, one] = await people(2);
    const id = await create(organizer, {});
    await join(id, one);
    const json = { current_password: app.password };
    const gone = await app.request('/api/me/deletion', { json, token: organizer.token });
    expect(gone.status).toBeLessThan(300);
    await app.jobs.drain();
    expect((await detail(id)).test).toMatchObject({ status: 'cancelled', organizer: 'Former member' });
    const subjects = (await app.mails(one.email)).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringContaining('the group has ended'));
  });

  it('if the member who sends the vial deletes the account, the organizer has to send it', async () => {
    const { app, create, join, pay, detail, people } = await groupApp();
    const [organizer, one, two, sender] = await people(4);
    const id = await create(organizer, { min_participants: 2, target_participants: 2 });
    const { body } = await app.request<GroupDetail>(`/api/group-tests/${id}/volunteer`, {
      json: {},
      token: sender.token,
    });
    await app.request(`/api/group-tests/${id}/volunteers/${body.volunteers[0]?.id}`, {
      json: { status: 'approved', sender: true },
      token: organizer.token,
    });
    for (const person of [one, two]) await join(id, person);
    for (const person of [one, two]) await pay(id, person);
    const json = { current_password: app.password };
    const gone = await app.request('/api/me/deletion', { json, token: sender.token });
    expect(gone.status).toBeLessThan(300);
    await app.jobs.drain();
    expect((await detail(id, organizer)).viewer).toMatchObject({ is_sender: true, may: { track: true } });
    const { lab } = app.platform.config;
    const mails = (await app.mails(organizer.email)).filter(({ subject }) => /send the vial/.test(subject));
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(lab.name)]);
  });

  it('security 8 (2.3.3-4): a group never has more members than seats, even if many people join at once', async () => {
    // Both processes have the same secrets.
    const secrets = { JWT_SECRET: 'a secret of both instances that is long enough' };
    const { app, create, people, detail } = await groupApp(secrets);
    const second = await testApp(secrets, { beside: app });
    const crowd = await people(12);
    const [organizer] = crowd;
    const id = await create(organizer, { min_participants: 5, target_participants: 8 });
    const actions = ['join', 'leave', 'agree', 'join'] as const;
    const answers = await Promise.all(
      crowd.flatMap((person, place) =>
        actions.map((action, turn) =>
          ((place + turn) % 2 ? app : second).request(`/api/group-tests/${id}/join`, {
            json: { action },
            token: person.token,
          }),
        ),
      ),
    );
    const known = new Set(['group_full', 'group_locked', 'already_joined', 'not_a_member', 'no_gap']);
    const strange = answers.filter(
      ({ status, body }) => status !== 200 && !(status === 409 && known.has(String(body.code))),
    );
    expect(strange.map(({ status, body }) => [status, body])).toEqual([]);
    const shown = await detail(id);
    const joined = shown.members.filter(({ status }) => status === 'joined');
    expect(joined).toHaveLength(shown.test.joined_count);
    expect(joined.length).toBeLessThanOrEqual(8);
    if (joined.length === 8) expect(shown.test.phase).toBe('collecting');
  });
});
