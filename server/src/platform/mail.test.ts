import { describe, expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';

const news = (to: string) => ({
  about: 'news' as const,
  to,
  subject: 'What is new',
  blocks: ['News.'],
  messageId: `<news-${to}>`,
});

describe('mails that are about no order', () => {
  it('news reach only whoever asked for them, as of the moment of sending', async () => {
    const app = await testApp();
    const { mail } = app.platform;
    const person = await app.person();
    const profile = { display_name: 'Quiet Heron', company: null, phone: null };
    const choose = (marketing_opt_in: boolean) =>
      app.request('/api/me/profile', {
        method: 'PUT',
        token: person.token,
        json: { ...profile, marketing_opt_in },
      });
    await mail.send(news(person.email));
    await mail.send(news('nobody@mail.test'));
    expect(await app.mails(person.email)).toEqual([]);
    expect(await app.mails('nobody@mail.test')).toEqual([]);

    await choose(true);
    await mail.send(news(person.email.toUpperCase()));
    expect((await app.mails(person.email)).length).toBe(1);

    await choose(false);
    await mail.send(news(person.email));
    expect((await app.mails(person.email)).length).toBe(1);
    // What concerns the order or the account arrives all the same.
    await mail.send({ ...news(person.email), about: 'account' });
    await mail.send({ ...news(person.email), about: 'order' });
    expect((await app.mails(person.email)).length).toBe(3);
  });
});
