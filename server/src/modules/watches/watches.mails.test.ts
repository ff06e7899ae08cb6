import type { ListedTest } from '@vialproof/contract/tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MailContent } from '../../platform/mail/mail-content.ts';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import { digestMail, optInMail, retractionMail } from './watches.mails.ts';

const SITE = 'https://brand.example';
const layOut = (mail: MailContent) => layOutMail({ name: 'Brand' }, mail);
const optIn = (label: string) => layOut(optInMail({ brand: 'Brand', label, confirmUrl: `${SITE}/confirm` }));

describe('mails to other people contain a name that a customer wrote', () => {
  it('the name in a confirmation mail is in quotation marks', async () => {
    const { subject, text } = await optIn('BPC-157');
    expect(subject).toBe('Confirm: mails about “BPC-157”');
    expect(text).toContain('Do you want mails about “BPC-157”?');
    expect(text).toContain('when there is a new public result of “BPC-157”.');
  });

  it('a long name with several lines and quotation marks becomes one line of 60 characters', async () => {
    const { subject, text } = await optIn(
      `WIN” now\r\n\r\n"Pay" at http://evil.example/login ${'é🧪'.repeat(100)}`,
    );
    const [, name = ''] = /^Confirm: mails about “([^“”"]*)”$/.exec(subject) ?? [];
    expect(name).toMatch(/^WIN' now 'Pay' at http:\/\/evil\.example\/login é🧪.*…$/u);
    expect([...name]).toHaveLength(60);
    expect(text.split('\n').filter((line) => line.includes('evil'))).toHaveLength(2);
  });

  it('no name adds a line to a mail, or takes more than 60 characters of it', async () => {
    const facts = { siteUrl: SITE, watches: [], stopAllUrl: `${SITE}/stop` };
    const write = async (name: string) => {
      const test = {
        request_id: 'one',
        task_number: 10001,
        compound_name: name,
        sku_name: name,
        manufacturer: name,
        batch_code: name,
        result: null,
      } as unknown as ListedTest;
      const news = [{ test, isRevision: false, watched: [name] }];
      const mails = [
        await optIn(name),
        await layOut(digestMail({ ...facts, news })),
        await layOut(retractionMail({ ...facts, test, reason: null })),
      ];
      return mails.map(({ text }) => text);
    };
    const lines = (texts: string[]) => texts.map((text) => text.split('\n').length);
    const plain = lines(await write('x'));
    const typed = fc.oneof(
      fc.string({ minLength: 1, unit: 'binary', maxLength: 200 }),
      fc
        .array(fc.constantFrom('a\n\nb', '\r\n', 'http://evil.example', '\u2028', '“', '"', 'word '), {
          minLength: 1,
        })
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(typed, async (name) => {
        // Without a name, its line is left out.
        const texts = await write(`n${name}`);
        expect(lines(texts)).toEqual(plain);
        for (const [, shown = ''] of texts
          .join('\n')
          .matchAll(/^(?:Compound|Maker|Batch|You watch): (.*)$/gm)) {
          expect([...shown].length).toBeLessThanOrEqual(60);
        }
      }),
    );
  });
});
