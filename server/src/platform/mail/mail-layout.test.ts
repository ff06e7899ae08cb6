import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { address, button, code, link, type MailBlock, quote, rows, small, steps } from './mail-content.ts';
import { layOutMail } from './mail-layout.ts';

const brand = { name: 'Brand', url: 'https://brand.example' };

describe('mails have safe texts, safe links and one subject line', () => {
  it('a mail has the same content in text and in HTML', async () => {
    const mail = await layOutMail(brand, {
      subject: 'Your code',
      blocks: [
        'Hello.',
        code('123456'),
        rows(['Address', 'Line 1\nLine 2'], ['Unknown', null]),
        steps('One', 'Two'),
        button('Open', 'https://brand.example/a?b=1&c=2'),
      ],
    });
    expect(mail.text).toBe(
      'Your code\n\nHello.\n\n    123456\n\nAddress: Line 1, Line 2\n\n1. One\n2. Two\n\nOpen:\nhttps://brand.example/a?b=1&c=2\n\n--\nBrand\nhttps://brand.example\n',
    );
    expect(mail.html).toContain('<p class="code">123456</p>');
    expect(mail.html).toContain('href="https://brand.example/a?b=1&amp;c=2"');
    expect(mail.html).not.toMatch(/<(table|img|script)/);
  });

  it('security 3 (1.2.1): text of users is escaped in mails', async () => {
    const nasty = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        "' onclick='x",
        '</style>',
      ),
    );
    const write = (a: string, b: string) => {
      const url = (words: string) => `https://brand.example/?a=${words}`;
      const blocks: MailBlock[] = [
        a,
        small(b),
        code(a),
        quote(b),
        rows([`${a}.`, `${b}.`]),
        steps(a),
        button(b, url('x')),
        link(a, url('x')),
      ];
      return layOutMail({ name: a, url: 'https://brand.example' }, { subject: a, heading: b, blocks });
    };
    const tags = /<\/?[a-z!][^>]*>/gi;
    const plain = (await write('x', 'x')).html.match(tags);
    await fc.assert(
      fc.asyncProperty(nasty, nasty, async (a, b) => {
        expect((await write(a, b)).html.match(tags)).toEqual(plain);
      }),
    );
  });

  it('security 3 (1.2.1): an address in a mail cannot end its HTML attribute', async () => {
    const url = `https://brand.example/"><script>'&`;
    const mail = await layOutMail(
      { name: 'Brand', url },
      { subject: 'x', blocks: [button('a', url), link('b', url), address(url)] },
    );
    const escaped = 'https://brand.example/&quot;&gt;&lt;script&gt;&#39;&amp;';
    expect([...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(
      Array(4).fill(escaped),
    );
    expect(mail.html).not.toContain('<script');
  });

  it('security 5 (1.3.11): the subject of a mail is one line, whatever text it contains', async () => {
    const written = async (subject: string) => (await layOutMail(brand, { subject, blocks: [] })).subject;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (subject) => {
        expect(await written(subject)).not.toMatch(/[\r\n\u2028\u2029\0]/);
      }),
    );
    expect(await written('a\r\nBcc: b')).toBe('a Bcc: b');
  });

  it('mails link only to web addresses', async () => {
    const blocks = [button('x', 'javascript:alert(1)')];
    await expect(layOutMail(brand, { subject: 'x', blocks })).rejects.toThrow(/web addresses/);
  });
});
