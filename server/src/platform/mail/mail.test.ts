import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailServer } from '../../testing/smtp.ts';
import { testApp } from '../../testing/test-app.ts';
import { openMail } from './mail.ts';
import { layOutMail } from './mail-layout.ts';

const news = (to: string) => ({
  about: 'news' as const,
  to,
  subject: 'What is new',
  blocks: ['News.'],
  messageId: `<news-${to}>`,
});

describe('mails that are not about an order are sent only to people who want them', () => {
  it('mails with news are sent only to people who want them at that moment', async () => {
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
    // News is not sent to people who do not want them, but mails about orders and accounts always are.
    await mail.send({ ...news(person.email), about: 'account' });
    await mail.send({ ...news(person.email), about: 'order' });
    expect((await app.mails(person.email)).length).toBe(3);
  });
});

it('a mail that needs TLS does not leave to a server that offers none, unless SMTP_URL allows it', async () => {
  const server = await mailServer();
  await server.comeBack();
  const { platform } = await testApp();
  const sendTo = async (smtpUrl: string) => {
    const mail = openMail({ ...platform.config, smtpUrl, smtpNeedsTls: true }, platform.db.pool, platform);
    await mail.send({ ...news('reader@mail.test'), about: 'account' }).finally(() => mail.close());
  };
  await expect(sendTo(server.url)).rejects.toThrow(/STARTTLS|TLS/);
  expect(server.delivered).toEqual([]);
  await sendTo(`${server.url}?requireTLS=false`);
  expect(server.delivered).toHaveLength(1);
});

/** A header as mail programs show it. */
function shownHeader(mail: string, name: string): string {
  const [, raw = ''] = new RegExp(`^${name}:[ \\t]?(.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(mail) ?? [];
  return raw
    .replace(/\r\n(?=[ \t])/g, '')
    .trim()
    .replace(/(?<=\?=)\s+(?==\?)/g, '')
    .replace(/=\?([^?\s]+)\?([BQ])\?([^?\s]*)\?=/gi, (_, charset: string, kind: string, text: string) => {
      const bytes =
        kind.toUpperCase() === 'B'
          ? Buffer.from(text, 'base64')
          : Buffer.from(
              text
                .replaceAll('_', ' ')
                .replace(/=([0-9A-F]{2})/gi, (__, hex: string) =>
                  String.fromCharCode(Number.parseInt(hex, 16)),
                ),
              'latin1',
            );
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    });
}

describe('the headers of a mail are safe and mark it as automatic', () => {
  async function sending() {
    const server = await mailServer();
    await server.comeBack();
    const app = await testApp({ SMTP_URL: server.url });
    /** The mail in the form in which it is sent. */
    return async (subject: string): Promise<string> => {
      await app.platform.mail.send({ ...news('reader@mail.test'), about: 'order', subject });
      return server.delivered.at(-1)?.text ?? '';
    };
  }

  it('a mail is marked as automatic, so that no out-of-office reply comes', async () => {
    const send = await sending();
    expect(await send('What is new')).toMatch(/^Auto-Submitted: auto-generated\r\n/m);
  });

  it('security 5: a subject is shown as it was written, and its header has only printable ASCII', async () => {
    const send = await sending();
    const looksEncoded = fc.constantFrom(
      'x =?utf-8?B?aGVsbG8=?= y',
      '=?utf-8?Q?=0D=0ABcc:_thief@mail.test?=',
      '=?iso-8859-1?q?a?= =?iso-8859-1?q?b?=',
      '=?utf-8?Q?a b?=',
      '=?broken',
      'Результат: Ретатрутид, 99,12 %',
      '山田の結果 =?utf-8?B?aGVsbG8=?= 🧪',
      'نتيجة جديدة',
      'Zoë’s "best" vial',
    );
    const subjects = fc.tuple(
      fc.string({ maxLength: 40 }),
      looksEncoded,
      fc.string({ unit: 'grapheme', maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(subjects, async (words) => {
        const typed = words.join(' ');
        const mail = await send(typed);
        const [head = ''] = mail.split('\r\n\r\n');
        expect(head).toMatch(/^[\r\n\t -~]*$/);
        for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
        expect(head).not.toMatch(/^Bcc/im);
        const { subject } = await layOutMail({ name: 'Brand' }, { subject: typed, blocks: [] });
        expect(shownHeader(mail, 'Subject').replace(/\s+/g, ' ')).toBe(subject.replace(/\s+/g, ' '));
      }),
      { numRuns: 60 },
    );
  });

  it('security 5: a subject contains no control or bidirectional characters', async () => {
    const send = await sending();
    const mail = await send('a\u0000b\u001b[31m c\r\nBcc: thief@mail.test\u202egnp\u200b');
    expect(shownHeader(mail, 'Subject')).toBe('a b [31m c Bcc: thief@mail.test[U+202E]gnp');
    expect(mail).not.toMatch(/^Bcc/im);
  });
});
