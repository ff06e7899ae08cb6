import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standingClock } from '../../platform/clock.ts';
import { redactUrl } from '../../platform/log.ts';
import { createSignedLinks } from '../../platform/signed-links.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { telephonePhoto } from '../../testing/photos.ts';
import { labApp, shared, testApp } from '../../testing/test-app.ts';

const secrets = (secret: string) => ({ newest: secret, all: [secret] });

type Link = { data: { url: string; expires_at: string } };

async function published(visibility: 'private' | 'public') {
  const app = await labApp();
  const lab = await laboratory(app);
  const order = await lab.received({ visibility });
  await must(lab.photo(lab.analyst, order, await telephonePhoto()));
  const { photos, draft } = await must(lab.attach(lab.analyst, order, 'a,b\n1,2\n', 'a.csv'));
  await must(lab.save(lab.analyst, order));
  await must(lab.submit(lab.analyst, order));
  await must(lab.publish(lab.reviewer, order));
  const paths = {
    attachment: `/api/attachments/${draft?.attachments[0]?.id}`,
    photo: photos[0]?.url ?? '',
  };
  const link = async (path: string, token?: string) =>
    app.request<Link>(`${path}/link`, token ? { token } : {});
  return { app, lab, order, paths, link };
}

describe('a signed link opens a private file once, within a minute', () => {
  const usual = shared((atEnd) => testApp({}, { atEnd }));

  it.each(['attachment', 'photo'] as const)(
    'a signed link to a private %s works once, within a minute, without a token',
    async (kind) => {
      const { app, lab, order, paths, link } = await published('private');
      const path = paths[kind];
      const stranger = await app.person();
      expect((await link(path)).status).toBe(404);
      expect((await link(path, stranger.token)).status).toBe(404);
      const made = await link(path, order.owner.token);
      expect(made.headers.get('cache-control')).toBe('no-store');
      const { url, expires_at } = made.body.data;
      expect(new Date(expires_at).getTime() - app.clock.now().getTime()).toBe(60_000);
      const answer = await app.raw(url);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      const whole = await app.raw(path, { token: order.owner.token });
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(await whole.arrayBuffer()));

      expect((await app.request(url)).status).toBe(404);
      expect((await app.raw(url, { method: 'HEAD' })).status).toBe(404);

      // A check with HEAD does not use up the signed link.
      const checked = (await link(path, order.owner.token)).body.data.url;
      for (let time = 0; time < 3; time += 1) {
        const head = await app.raw(checked, { method: 'HEAD' });
        expect([head.status, head.headers.get('content-type')]).toEqual([
          200,
          answer.headers.get('content-type'),
        ]);
      }
      expect((await app.request(checked)).status).toBe(200);

      // Of two downloads at the same time, one succeeds.
      const raced = (await link(path, order.owner.token)).body.data.url;
      const statuses = await Promise.all([app.request(raced), app.request(raced)]);
      expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 404]);

      const late = (await link(path, order.owner.token)).body.data.url;
      const withdrawn = (await link(path, order.owner.token)).body.data.url;
      app.clock.advance(1_000);
      // After a withdrawal the link to the result fails, but photos can still be opened.
      await must(lab.retract(lab.reviewer, order));
      expect((await app.request(withdrawn)).status).toBe(kind === 'photo' ? 200 : 404);
      app.clock.advance(59_000);
      expect((await app.request(late)).status).toBe(404);
    },
  );

  it('an altered or expired signed link gets the same answer as a link to a missing file', async () => {
    const { app, order, paths, link } = await published('private');
    const { url } = (await link(paths.attachment, order.owner.token)).body.data;
    const [own = '', query = ''] = url.split('?');
    const [, expires = '', mark = '', mac = ''] = query.replace('link=', '').split('.');
    const term = `${expires}.${mark}`;
    const later = `${Number(expires) + 60}.${mark}`;
    const absent = await app.request(`/api/attachments/${crypto.randomUUID()}?${query}`);
    const wrong = [
      `${own}?link=own.${later}.${mac}`,
      `${own}?link=staff.${term}.${mac}`,
      `${own}?link=own.${term}.${mac.slice(0, -2)}AA`,
      `${own}?link=own.${term}.`,
      `${own}?link=`,
      `${own}?link=${'x'.repeat(199)}`,
      `${paths.photo}?${query}`,
      own,
    ];
    for (const address of wrong) {
      const answer = await app.request(address);
      expect([answer.status, answer.body], address).toEqual([404, absent.body]);
    }
    expect((await app.request(url)).status).toBe(200);
    // A stranger's token does not open an invalid link.
    const stranger = await app.person();
    expect((await app.request(wrong[0] ?? '', { token: stranger.token })).status).toBe(404);
  });

  it('the link to a public file is the public address of the file', async () => {
    const { paths, link } = await published('public');
    for (const path of Object.values(paths)) expect((await link(path)).body.data.url).toBe(path);
  });

  it('a signed link that staff make is logged as a view, and also opens files of drafts', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received({ visibility: 'private' });
    const { draft } = await must(lab.attach(lab.analyst, order, 'a,b\n1,2\n', 'a.csv'));
    const path = `/api/attachments/${draft?.attachments[0]?.id}`;
    expect((await app.request(`${path}/link`, { token: order.owner.token })).status).toBe(404);
    const made = await app.request<Link>(`${path}/link`, { token: lab.reviewer.token });
    expect((await app.request(made.body.data.url)).status).toBe(200);
    const { rows } = await app.platform.db.pool.query(
      `SELECT actor_id FROM audit_entry WHERE action = 'request.attachment_viewed' AND subject_id = $1`,
      [order.id],
    );
    expect(rows).toEqual([{ actor_id: lab.reviewer.id }]);
  });

  it('a used link cannot be used again in another spelling of its last letter', async () => {
    const clock = standingClock(new Date('2026-11-22T12:00:00Z'));
    const { limits } = usual().platform;
    const links = createSignedLinks({ secrets: secrets('x'.repeat(32)), clock, limits });
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const { link } = links.sign('attachment:1', 'own');
    const uses = [];
    for (const letter of letters) uses.push(await links.use('attachment:1', `${link.slice(0, -1)}${letter}`));
    expect(uses.filter(Boolean)).toEqual(['own']);
  });

  it('a signed link is accepted once while the secret that signed it is listed', async () => {
    const clock = standingClock(new Date('2026-11-22T12:00:00Z'));
    const { limits } = usual().platform;
    const [old, newer] = ['x'.repeat(32), 'y'.repeat(32)];
    const before = createSignedLinks({ secrets: secrets(old), clock, limits });
    const during = createSignedLinks({ secrets: { newest: newer, all: [newer, old] }, clock, limits });
    const after = createSignedLinks({ secrets: secrets(newer), clock, limits });
    const { link } = before.sign('photo:1', 'own');
    expect(await after.use('photo:1', link)).toBeUndefined();
    expect([await during.use('photo:1', link), await during.use('photo:1', link)]).toEqual([
      'own',
      undefined,
    ]);
    expect(await after.use('photo:1', during.sign('photo:1', 'own').link)).toBe('own');
    expect(await before.use('photo:1', during.sign('photo:1', 'own').link)).toBeUndefined();
  });

  it('security 33 (14.2.1): the server writes no signed link into its log', () => {
    expect(redactUrl('/api/photos/1?link=own.1.abc&x=1')).toBe('/api/photos/1?link=[redacted]&x=1');
  });

  it('a signed link opens only the file for which it was made', async () => {
    const clock = standingClock(new Date('2026-11-22T12:00:00Z'));
    const { limits } = usual().platform;
    const links = createSignedLinks({ secrets: secrets('x'.repeat(32)), clock, limits });
    const other = createSignedLinks({ secrets: secrets('y'.repeat(32)), clock, limits });
    const subject = fc
      .tuple(fc.constantFrom('attachment', 'photo'), fc.uuid())
      .map((parts) => parts.join(':'));
    const audience = fc.constantFrom('own' as const, 'staff' as const);
    await fc.assert(
      fc.asyncProperty(subject, subject, audience, fc.nat({ max: 55 }), async (one, two, as, at) => {
        const { link } = links.sign(one, as);
        expect(await other.use(one, link)).toBeUndefined();
        if (one !== two) expect(await links.use(two, link)).toBeUndefined();
        const place = at % link.length;
        const changed = `${link.slice(0, place)}${link[place] === 'A' ? 'B' : 'A'}${link.slice(place + 1)}`;
        // The last letter of the link holds two bits that are ignored.
        if (place < link.length - 1) expect(await links.use(one, changed)).toBeUndefined();
        // The failed tries did not use up the link.
        expect(await links.use(one, link)).toBe(as);
        expect(await links.use(one, link)).toBeUndefined();
      }),
    );
  });
});
