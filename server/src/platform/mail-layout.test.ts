import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml, layOutMail, type MailBlock, markup } from './mail-layout.ts';

const brand = { name: 'Brand', url: 'https://brand.example' };

describe('the layout of mails', () => {
  it('says the same in text and in HTML', () => {
    const mail = layOutMail(brand, {
      subject: 'Your code',
      blocks: [
        { kind: 'paragraph', text: 'Hello.' },
        { kind: 'code', text: '123456' },
        { kind: 'facts', rows: [['Address', 'Line 1\nLine 2']] },
        { kind: 'steps', items: ['One', 'Two'] },
        { kind: 'button', label: 'Open', url: 'https://brand.example/a?b=1&c=2' },
      ],
    });
    expect(mail.text).toBe(
      'Your code\n\nHello.\n\n    123456\n\nAddress: Line 1, Line 2\n\n1. One\n2. Two\n\nOpen:\nhttps://brand.example/a?b=1&c=2\n\n--\nBrand\nhttps://brand.example\n',
    );
    expect(mail.html).toContain('<p class="code">123456</p>');
    expect(mail.html).toContain('href="https://brand.example/a?b=1&amp;c=2"');
    expect(mail.html).not.toMatch(/<(table|img|script)/);
  });

  it('security 3 (1.2.1): whatever somebody wrote stands in the mail as text', () => {
    const nasty = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        "' onclick='x",
        '</style>',
      ),
    );
    fc.assert(
      fc.property(nasty, nasty, (a, b) => {
        const blocks: MailBlock[] = [
          { kind: 'paragraph', text: a },
          { kind: 'quote', text: b },
          { kind: 'facts', rows: [[a, b]] },
          { kind: 'steps', items: [a] },
        ];
        const { html } = layOutMail(brand, { subject: a, heading: b, blocks });
        const plain = layOutMail(brand, {
          subject: 'x',
          heading: 'x',
          blocks: blocks.map((block) => harmless(block)),
        });
        expect(html.match(/<\/?[a-z!][^>]*>/gi)).toEqual(plain.html.match(/<\/?[a-z!][^>]*>/gi));
      }),
    );
  });

  it('security 5 (1.3.11): a subject is one line whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (subject) => {
        expect(layOutMail(brand, { subject, blocks: [] }).subject).not.toMatch(/[\r\n\u2028\u2029\0]/);
      }),
    );
    expect(layOutMail(brand, { subject: 'a\r\nBcc: b', blocks: [] }).subject).toBe('a Bcc: b');
  });

  it('links to web addresses only', () => {
    const blocks: MailBlock[] = [{ kind: 'button', label: 'x', url: 'javascript:alert(1)' }];
    expect(() => layOutMail(brand, { subject: 'x', blocks })).toThrow(/web addresses/);
  });

  it('escapes values, not markup', () => {
    expect(markup`<b>${'<&>'}</b>${markup`<i>${1}</i>`}`.source).toBe('<b>&lt;&amp;&gt;</b><i>1</i>');
    expect(escapeHtml(`"'`)).toBe('&quot;&#39;');
  });
});

function harmless(block: MailBlock): MailBlock {
  switch (block.kind) {
    case 'facts':
      return { ...block, rows: [['x', 'x']] };
    case 'steps':
      return { ...block, items: ['x'] };
    case 'button':
    case 'link':
    case 'address':
      return block;
    default:
      return { ...block, text: 'x' };
  }
}
