import { randomUUID } from 'node:crypto';
import type { GroupDetail } from '@vialproof/contract/group-tests';
import { describe, expect, it } from 'vitest';
import { eventReader } from '../../testing/event-reader.ts';
import { groupApp } from '../../testing/groups.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { storefront } from '../../testing/storefront.ts';
import { labApp, testApp } from '../../testing/test-app.ts';
import { MOST_STREAMS } from './live.rules.ts';
import { channelOf, checkStreams, countStreams } from './live.service.ts';

const hello = (resumed: boolean) => ({ event: 'hello', data: { resumed }, id: expect.any(String) });
const changed = (id: string, kind = 'request') => ({
  event: 'changed',
  data: { kind, id },
  id: expect.any(String),
});

describe('the server sends news of a change to the people who may read it', () => {
  it('news of a change reaches the owner of a test, even if another process makes the change', async () => {
    const app = await labApp();
    const secret = { JWT_SECRET: app.platform.config.secrets.jwt.newest };
    const other = await testApp(secret, { beside: app });
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const stream = await eventReader(other, lab.customer);
    expect(await stream.next()).toEqual(hello(false));

    await must(lab.intake(lab.analyst, order));
    expect(await stream.next()).toEqual(changed(order.id));
    await stream.close();
  });

  it('the owner gets news when a payment becomes pending', async () => {
    const app = await testApp();
    const { buyer } = await storefront(app);
    const order = await buyer('stripe');
    await order.checkout();
    await app.jobs.drain();
    const stream = await eventReader(app, order.person);
    expect(await stream.next()).toEqual(hello(false));
    await order.pay('pay_late');
    await app.jobs.drain();
    expect((await order.payment()).status).toBe('processing');
    expect(await stream.next()).toEqual(changed(order.id));
    await stream.close();
  });

  it('security 27: only people who may read the changed thing get news of it, and it contains only an id', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const other = await app.person();
    const [theirs, staffs] = [await eventReader(app, other), await eventReader(app, lab.analyst)];
    await theirs.next();
    await staffs.next();
    const { ordered: order } = await lab.drafted();
    const own = await lab.drafted({ by: other });
    // A message about the first order would have come before this one.
    expect(await theirs.next()).toEqual(changed(own.ordered.id));
    expect(await staffs.next()).toEqual(changed(order.id));
    await theirs.close();
    await staffs.close();
  });

  it('for their own tests, staff get only the news that customers get', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const own = await lab.received({ by: lab.reviewer, maker: 'Own' });
    const others = await lab.received();
    const [mine, theirs] = [await eventReader(app, lab.reviewer), await eventReader(app, lab.admin)];
    for (const reader of [mine, theirs]) await reader.next();
    await must(lab.save(lab.analyst, own));
    await must(lab.submit(lab.analyst, own));
    await must(lab.save(lab.analyst, others));
    // News about the laboratory's work on the person's own test would have come before this.
    expect(await mine.next()).toEqual(changed(others.id));
    expect(await theirs.next()).toEqual(changed(own.id));
    await must(lab.publish(lab.admin, own));
    expect(await mine.next()).toEqual(changed(own.id));
    await mine.close();
    await theirs.close();
  });

  it('no news is sent when the transaction is rolled back', async () => {
    const app = await testApp();
    const person = await app.person();
    const stream = await eventReader(app, person);
    await stream.next();
    const { db, live } = app.platform;
    const [lost, kept] = [randomUUID(), randomUUID()];
    const tell = (id: string, fails: boolean) =>
      db.transaction(async (tx) => {
        await live.publish(tx, [channelOf.person(person.id)], { kind: 'request', id });
        await live.publish(tx, [channelOf.person(person.id)], { kind: 'request', id });
        if (fails) throw new Error('on purpose');
      });
    await expect(tell(lost, true)).rejects.toThrow('on purpose');
    await tell(kept, false);
    const last = randomUUID();
    await tell(last, false);
    // Two equal messages of one transaction are sent once.
    expect([await stream.next(), await stream.next()]).toEqual([changed(kept), changed(last)]);
    await stream.close();
  });

  it('after a broken connection, news continues, or the browser learns that it missed some', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const first = await eventReader(app, lab.customer);
    const since = (await first.next())?.id;
    await first.close();
    await must(lab.intake(lab.analyst, order));

    const again = await eventReader(app, lab.customer, { since });
    expect(await again.next()).toEqual(changed(order.id));
    // The same news may come twice if another transaction was open.
    let next = await again.next();
    while (next?.event === 'changed') {
      expect(next).toEqual(changed(order.id));
      next = await again.next();
    }
    expect(next).toEqual(hello(true));
    await again.close();

    app.clock.advance(51 * 60_000);
    const renewed = await app.request<{ session: { access_token: string } }>('/api/auth/refresh', {
      json: { refresh_token: lab.customer.session.refresh_token },
    });
    const token = renewed.body.session.access_token;
    for (const position of [since, 'nonsense', '9223372036854775807.99999999999999', "1'; --.1"]) {
      const late = await eventReader(app, { token }, { since: position });
      expect(await late.next()).toEqual(hello(false));
      await late.close();
    }
  });

  it('when a session ends, its connection for news ends without another message', async () => {
    const app = await testApp();
    const signedOut = await app.person();
    const [ended, other] = [await eventReader(app, signedOut), await eventReader(app, await app.person())];
    for (const reader of [ended, other]) await reader.next();
    await app.request('/api/auth/logout', { json: { refresh_token: signedOut.session.refresh_token } });
    expect(await ended.next()).toBeUndefined();
    expect(countStreams(app.modules.liveFeed)).toBe(1);
    await other.close();

    const analyst = await app.person('analyst');
    const demoted = await eventReader(app, analyst);
    await demoted.next();
    await app.platform.db.pool.query("UPDATE user_account SET role = 'customer' WHERE id = $1", [analyst.id]);
    expect(await demoted.next()).toBeUndefined();

    const unheard = await app.person();
    const outOfTouch = await eventReader(app, unheard);
    await outOfTouch.next();
    // The database connection breaks just when the session ends. Afterwards all sessions are checked.
    await app.platform.db.pool.query(
      `WITH cut AS (SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'vialproof notifications' AND datname = current_database())
       UPDATE user_session SET revoked_at = now() WHERE user_id = $1 AND EXISTS (SELECT FROM cut)`,
      [unheard.id],
    );
    expect(await outOfTouch.next()).toBeUndefined();

    const person = await app.person();
    const revoked = await eventReader(app, person);
    await revoked.next();
    await app.request('/api/auth/logout', { json: { refresh_token: person.session.refresh_token } });
    const { db, live } = app.platform;
    await live.publish(db.orm, [channelOf.person(person.id)], { kind: 'request', id: randomUUID() });
    expect(await revoked.next()).toBeUndefined();

    const late = await app.person();
    const outlived = await eventReader(app, late);
    await outlived.next();
    app.clock.advance(16 * 60_000);
    await checkStreams(app.modules.liveFeed);
    expect(await outlived.next()).toBeUndefined();
    expect(countStreams(app.modules.liveFeed)).toBe(0);
  });

  it('strangers get news only about the list of groups and about groups whose ids they know', async () => {
    const app = await testApp();
    const group = randomUUID();
    expect(await app.request('/api/events')).toMatchObject({ status: 401 });
    expect(await app.request('/api/events?group=person')).toMatchObject({ status: 422 });
    const stream = await eventReader(app, null, { query: `?group=${group}&groups=true` });
    await stream.next();
    const { db, live } = app.platform;
    const tell = (channel: string, kind: string, id: string) => live.publish(db.orm, [channel], { kind, id });
    await tell(channelOf.group(randomUUID()), 'group', randomUUID());
    await tell(channelOf.staff, 'request', randomUUID());
    await tell(channelOf.group(group), 'group', group);
    await tell(channelOf.groups, 'groups', group);
    expect([await stream.next(), await stream.next()]).toEqual([
      changed(group, 'group'),
      changed(group, 'groups'),
    ]);
    await stream.close();
  });

  it('news never tells a stranger which group changed, because its id would open an unlisted group', async () => {
    const { app, create, people } = await groupApp();
    const [organizer] = await people(1);
    const stream = await eventReader(app, null, { query: '?groups=true' });
    await stream.next();
    const id = await create(organizer, { is_public: false });
    const told = await stream.next();
    expect(told).toEqual(changed('00000000-0000-0000-0000-000000000000', 'groups'));
    expect(JSON.stringify(told)).not.toContain(id);
    await stream.close();
  });

  it('when the organizer changes something, all members of the group and the sender of its vial get news', async () => {
    const { app, create, join, pay, detail, people } = await groupApp();
    const [organizer, one, two, vial] = await people(4);
    const id = await create(organizer, { min_participants: 2, target_participants: 2 });
    const offered = await app.request<GroupDetail>(`/api/group-tests/${id}/volunteer`, {
      json: { note: '' },
      token: vial.token,
    });
    await app.request(`/api/group-tests/${id}/volunteers/${offered.body.volunteers[0]?.id}`, {
      json: { status: 'approved', sender: true },
      token: organizer.token,
    });
    for (const person of [one, two]) await join(id, person);
    for (const person of [one, two]) await pay(id, person);
    const request = (await detail(id, organizer)).viewer?.request?.id ?? '';
    const put = (path: string, json: object) =>
      app.request(path, { method: 'PUT', json, token: organizer.token });
    const streams = await Promise.all(
      [one, two, vial].map((person) => eventReader(app, person, { query: `?group=${id}` })),
    );
    for (const stream of streams) expect(await stream.next()).toEqual(hello(false));
    for (const change of [
      () => put(`/api/me/tests/${request}/tracking`, { sample_tracking_number: '1Z 999' }),
      () => put(`/api/group-tests/${id}/specimen`, { batch_code: 'R-30' }),
    ]) {
      expect((await change()).status).toBe(200);
      for (const stream of streams) {
        const told = [await stream.next(), await stream.next()];
        expect(told).toEqual(expect.arrayContaining([changed(request), changed(id, 'group')]));
      }
    }
    for (const stream of streams) await stream.close();
  });

  it('a person may open a limited number of connections for news, and closing one makes room for another', async () => {
    const app = await testApp();
    const person = await app.person();
    const streams = [];
    for (let n = 0; n < MOST_STREAMS.person; n += 1) streams.push(await eventReader(app, person));
    const refused = await app.request('/api/events', { token: person.token });
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(refused.headers.get('retry-after')).toBe('30');
    await streams.pop()?.close();
    await expect.poll(() => countStreams(app.modules.liveFeed)).toBe(MOST_STREAMS.person - 1);
    streams.push(await eventReader(app, person));
    for (const stream of streams) await stream.close();
    await expect.poll(() => countStreams(app.modules.liveFeed)).toBe(0);
  });

  it('a connection for news sends something regularly, so that it is not cut off', async () => {
    const app = await testApp();
    const { token } = await app.person();
    const answer = await app.raw('/api/events', { token });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('event: hello');
    await checkStreams(app.modules.liveFeed);
    expect((await reader?.read())?.value).toBe(': here\n\n');
    await reader?.cancel();
  });

  it("news continues after the database closed the server's connection", async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const stream = await eventReader(app, lab.customer);
    await stream.next();
    const { pool } = app.platform.db;
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'vialproof notifications'`,
    );
    await must(lab.intake(lab.analyst, order));
    expect(await stream.next()).toEqual(changed(order.id));
    await stream.close();
  });

  it('connections for news end when the server stops, so that it can stop at once', async () => {
    const app = await testApp();
    const stream = await eventReader(app, await app.person());
    await stream.next();
    app.platform.live.close();
    expect(await stream.next()).toBeUndefined();
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
  });
});
