import { X509Certificate } from 'node:crypto';
import { checkSignature, readTrust, type Trust } from '@vialproof/science/proof/certificate-check';
import { judge } from '@vialproof/science/proof/verdict';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../../../testing/property-runs.ts';
import { makeAuthority, makeSigningKey } from './authority.ts';
import { derOf, otherS, withCertificates, withContainer, withSignerInfo } from './container.fixture.ts';
import {
  LABORATORY,
  laboratoryWithKeys,
  NOW,
  printed,
  reissued,
  signAnyhow,
  yearsBefore,
} from './forgery.fixture.ts';

type Bytes = Uint8Array<ArrayBuffer>;
let lab: Awaited<ReturnType<typeof laboratoryWithKeys>>;
/** What the website trusts: the root certificates and all certificates of signing keys. */
let pinned: Trust;
/** What a reader trusts who knows only the root certificate. */
let rootOnly: Trust;

beforeAll(async () => {
  lab = await laboratoryWithKeys();
  pinned = await trustIn(lab.signing.certificate + lab.authority.certificate);
  rootOnly = await trustIn(lab.authority.certificate);
});

async function trustIn(pem: string): Promise<Trust> {
  const trust = await readTrust(pem);
  if (!trust) throw new Error('no trust in these keys');
  return trust;
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const bytesOf = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'latin1'));
const replaced = (pdf: Uint8Array, from: string | RegExp, to: string): Bytes => {
  const text = latin1(pdf);
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`there is no ${from}`);
  return bytesOf(changed);
};
const rangeOf = (pdf: Uint8Array) => {
  const [, numbers = ''] = /\/ByteRange \[([^\]]+)\]/.exec(latin1(pdf)) ?? [];
  const [from = 0, start = 0, end = 0, length = 0] = numbers.trim().split(/\s+/).map(Number);
  return { from, start, end, length, text: numbers };
};

/** The verdict on a file. Both kinds of trust must give the same. */
async function verdict(pdf: Bytes): Promise<{ signature: string; bytes: string; words: string }> {
  const reports = await Promise.all([checkSignature(pdf, rootOnly), checkSignature(pdf, pinned)]);
  const [one, other] = reports.map(({ signature, bytes }) => ({
    signature: signature.state,
    bytes: bytes.state,
    words: `${signature.words} ${bytes.words}`,
  }));
  expect(one).toEqual(other);
  return one ?? { signature: '', bytes: '', words: '' };
}

const altered = {
  signature: 'bad',
  bytes: 'bad',
  words:
    'The signature does not cover the file as it is, so it says nothing of it. The signature’s place in the file was altered.',
};
const rawOf = (pem: string) => new X509Certificate(pem).raw;
const isThere = (value: Buffer | undefined) => value !== undefined;
/** The certificate with one changed bit in its own signature. */
function flipped(certificate: Buffer | undefined): Buffer {
  const changed = Buffer.from(certificate ?? []);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  return changed;
}
/** An additional attribute that is not signed. */
const NOTE = derOf(0xa1, [
  derOf(0x30, [derOf(0x06, [Buffer.from('2b0601040101', 'hex')]), derOf(0x31, [derOf(0x05, [])])]),
]);

describe('a genuine certificate is recognised, even after a change of keys', () => {
  it('a genuine certificate is reported as signed by the laboratory, from the first byte to the last', async () => {
    expect(await verdict(lab.signed)).toMatchObject({ signature: 'good', bytes: 'good' });
    const report = await checkSignature(lab.signed, pinned);
    expect(report.signer).toEqual({ name: LABORATORY, fingerprint: lab.signer.fingerprint });
    expect(report.signedAt).toBe('2026-11-10T10:30:00Z');
  });

  it("a certificate stays genuine after the laboratory has a new key and the old key's certificate has expired", async () => {
    const next = await makeSigningKey(lab.authority, LABORATORY, NOW);
    const after = await trustIn(lab.signing.certificate + next.certificate + lab.authority.certificate);
    const report = await checkSignature(lab.signed, after);
    expect([report.signature.state, report.bytes.state]).toEqual(['good', 'good']);
    const old = await laboratoryWithKeys(yearsBefore(2.9));
    expect(old.signer.validUntil.getTime()).toBeLessThan(NOW.getTime() + 366 * 86_400_000);
    const trust = await trustIn(old.signing.certificate + old.authority.certificate);
    expect((await checkSignature(old.signed, trust)).signature.state).toBe('good');
  });
});

describe('a changed certificate is refused', () => {
  it('a certificate in which one bit was changed is refused', async () => {
    const forged = lab.signed.slice();
    forged[5000] = (forged[5000] ?? 0) ^ 1;
    expect(await verdict(forged)).toMatchObject({
      bytes: 'bad',
      words: expect.stringContaining('The file was changed after it was signed.'),
    });
  });

  it('a certificate with added bytes at its end is refused, even if it is one byte', async () => {
    for (const more of ['\n', '\n% more\n', `\n${'x'.repeat(5000)}\n%%EOF\n`]) {
      const forged = bytesOf(latin1(lab.signed) + more);
      expect(await verdict(forged)).toMatchObject({
        signature: 'bad',
        bytes: 'bad',
        words: expect.stringContaining(
          more.length === 1 ? '1 byte was added' : `${more.length.toLocaleString('en')} bytes were added`,
        ),
      });
    }
  });

  it('a certificate is refused if a PDF editor added an update that shows another page', async () => {
    const { length } = lab.signed;
    const update = `\n4 0 obj\n<< /Length 0 >>\nendobj\nxref\n4 1\n${String(length + 1).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 5 /Root 1 0 R /Prev 1 >>\nstartxref\n${length}\n%%EOF\n`;
    expect(await verdict(bytesOf(latin1(lab.signed) + update))).toMatchObject({
      signature: 'bad',
      bytes: 'bad',
    });
  });

  it('a certificate with a second signature is refused', async () => {
    const attacker = await laboratoryWithKeys();
    const { start, end } = rangeOf(attacker.signed);
    const contents = latin1(attacker.signed).slice(start, end);
    const { length } = lab.signed;
    const second = `\n900 0 obj\n<< /Type /Sig /SubFilter /ETSI.CAdES.detached /ByteRange [0 ${length} ${length + contents.length} 99] /Contents ${contents} >>\nendobj\n%%EOF\n`;
    expect(await verdict(bytesOf(latin1(lab.signed) + second))).toMatchObject({
      signature: 'bad',
      bytes: 'bad',
      words: expect.stringContaining('carries 2 signatures'),
    });
  });

  it.each<[string, (range: ReturnType<typeof rangeOf>) => number[]]>([
    ['without the bytes after the signature', (r) => [0, r.start, r.end + 100, r.length - 100]],
    ['without the bytes before it', (r) => [0, r.start - 100, r.end, r.length]],
    ['beginning later', (r) => [100, r.start - 100, r.end, r.length]],
    ['ending early', (r) => [0, r.start, r.end, r.length - 10]],
    ['that ends one byte early', (r) => [0, r.start, r.end, r.length - 1]],
    ['that continues one byte early', (r) => [0, r.start, r.end - 1, r.length]],
    ['that extends beyond the end', (r) => [0, r.start, r.end, r.length + 10]],
    ['overlapping itself', (r) => [0, r.end, r.start, r.length]],
    ['without a gap', (r) => [0, r.start, r.start, r.length]],
  ])('a certificate is refused if the signed range of bytes (ByteRange) is moved %s', async (_, shift) => {
    const range = rangeOf(lab.signed);
    const text = shift(range).join(' ').padEnd(range.text.length);
    expect(await verdict(replaced(lab.signed, range.text, text))).toEqual(altered);
  });

  it('a certificate with an invalid ByteRange is refused', async () => {
    const range = rangeOf(lab.signed);
    for (const text of ['', '0', '0 1 2', '0 1 2 3 4', '0 -1 2 3', '0 0x10 20 30', 'a b c d', '1e3 1 1 1']) {
      const forged = replaced(lab.signed, range.text, text.padEnd(range.text.length));
      expect(await verdict(forged)).toEqual(altered);
    }
  });

  it('a forged certificate with the same layout and another value is refused', async () => {
    const edited = printed(99.9);
    expect(await verdict(edited)).toMatchObject({
      signature: 'bad',
      bytes: 'unknown',
      words: expect.stringContaining('carries no signature'),
    });
    // The forger copies the genuine signature into the changed file.
    const range = rangeOf(lab.signed);
    const attacker = await laboratoryWithKeys();
    const own = signAnyhow(edited, attacker.signing.key, [
      attacker.signing.certificate,
      attacker.authority.certificate,
    ]);
    const place = rangeOf(own);
    const der = latin1(lab.signed)
      .slice(range.start + 1, range.end - 1)
      .replace(/(?:00)+$/, '');
    const room = place.end - place.start - 2;
    const pasted =
      latin1(own).slice(0, place.start + 1) + der.padEnd(room, '0') + latin1(own).slice(place.end - 1);
    expect(await verdict(bytesOf(pasted))).toMatchObject({
      bytes: 'bad',
      words: expect.stringContaining('changed after it was signed'),
    });
    // The forger changes the date of signing.
    expect((await verdict(replaced(lab.signed, '(D:2026', '(D:2025'))).bytes).toBe('bad');
  });

  it('a certificate is refused if the place for its signature contains another value', async () => {
    for (const name of ['/Contentz <', '/Content#73 <'])
      expect(await verdict(replaced(lab.signed, '/Contents <', name))).toEqual(altered);
    const { end } = rangeOf(lab.signed);
    const text = latin1(lab.signed);
    for (const hidden of ['ff', 'AB', 'zz']) {
      const padded = text.slice(0, end - 3) + hidden + text.slice(end - 1);
      expect(await verdict(bytesOf(padded))).toEqual(altered);
    }
  });

  it.each([
    ['a line end', '\n', 'There is 1 byte before the PDF begins.'],
    ['a byte order mark', '\u00ef\u00bb\u00bf', 'There are 3 bytes before the PDF begins.'],
    ['a page of HTML', `<html>${' '.repeat(2000)}</html>`, 'There are 2,013 bytes before the PDF begins.'],
  ])(
    'a certificate is refused with %s before its first byte, although PDF readers accept this',
    async (_, before, words) => {
      expect(await verdict(bytesOf(before + latin1(lab.signed)))).toMatchObject({
        signature: 'bad',
        bytes: 'bad',
        words: expect.stringContaining(words),
      });
    },
  );

  it.each<[string, (der: Buffer) => Buffer]>([
    ['an additional certificate', withCertificates((all) => [...all, rawOf(lab.authority.certificate)])],
    ['a missing certificate', withCertificates((all) => all.slice(0, 1))],
    ['its certificates in another order', withCertificates((all) => all.toReversed())],
    [
      'a bit of the root flipped',
      withCertificates(([first, root]) => [first, flipped(root)].filter(isThere)),
    ],
    ['an unsigned attribute', withSignerInfo((fields) => [...fields, NOTE])],
    [
      'the other signature (r, n - s)',
      withSignerInfo((fields) => fields.map((each) => (each[0] === 0x04 ? otherS(each) : each))),
    ],
  ])(
    'the public log detects %s in the signature, which the check of the file alone cannot see',
    async (_, change) => {
      const forged = withContainer(lab.signed, change);
      const report = await checkSignature(forged, pinned);
      expect([report.signature.state, report.bytes.words]).toEqual([
        'good',
        'What the signature covers is as it was signed; the signature itself is not covered.',
      ]);
      const alone = judge(report, undefined, { known: 'unasked' });
      expect([alone.outcome, alone.bytes.state]).toEqual(['open', 'unknown']);
      const asked = judge(report, undefined, { known: 'never issued' });
      expect([asked.outcome, asked.signature.state, asked.bytes]).toEqual([
        'refused',
        'unknown',
        {
          state: 'unknown',
          words: expect.stringMatching(/^What the signature covers is as it was signed\. But/),
        },
      ]);
    },
  );

  it('a certificate is refused if any byte of it was changed', async () => {
    const { start, end } = rangeOf(lab.signed);
    const genuine = await checkSignature(lab.signed, pinned);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(lab.signed.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (place, change) => {
          const forged = lab.signed.slice();
          forged[place] = (forged[place] ?? 0) ^ change;
          const { signature, bytes, sha256 } = await checkSignature(forged, pinned);
          // A change of some bytes leaves the signature valid, but any change gives the file another hash.
          const isInside = place > start && place < end - 1;
          if (!isInside) expect([signature.state, bytes.state]).not.toEqual(['good', 'good']);
          expect(sha256).not.toBe(genuine.sha256);
        },
      ),
      { numRuns: cases(60) },
    );
  });

  it('a truncated or empty certificate, and a file that is not a PDF, are refused', async () => {
    for (const forged of [
      lab.signed.slice(0, -1),
      lab.signed.slice(0, rangeOf(lab.signed).start + 50),
      new Uint8Array(),
      bytesOf('%PDF-1.7\n%%EOF\n'),
      bytesOf('MZ not a pdf'),
    ]) {
      expect((await verdict(forged)).signature).toBe('bad');
    }
    for (const missing of [1, 300])
      expect((await verdict(lab.signed.slice(0, -missing))).words).toContain('The file is cut off');
    const { start, end } = rangeOf(lab.signed);
    for (const junk of ['zz', '', 'A0', '3080', '30ff', '3003020101', '00']) {
      const text = latin1(lab.signed);
      const filled = text.slice(0, start + 1) + junk.padEnd(end - start - 2, '0') + text.slice(end - 1);
      expect((await verdict(bytesOf(filled))).signature).toBe('bad');
    }
  });
});

describe('a certificate of another signer is refused', () => {
  const sign = async (key: string, chain: string[], signedAt = NOW) =>
    verdict(signAnyhow(lab.plain, key, chain, signedAt));

  it("a certificate is refused if its authority has the laboratory's names, but is not the laboratory's", async () => {
    const attacker = await laboratoryWithKeys();
    expect(await verdict(attacker.signed)).toMatchObject({
      signature: 'bad',
      bytes: 'unknown',
      words: expect.stringContaining('that authority did not certify the signer'),
    });
    // The forger puts the laboratory's root certificate in place of the false one.
    expect(
      await sign(attacker.signing.key, [attacker.signing.certificate, lab.authority.certificate]),
    ).toMatchObject({ signature: 'bad' });
  });

  it('a certificate is refused if its authority has other names', async () => {
    const authority = await makeAuthority('Somebody', yearsBefore(1));
    const signing = await makeSigningKey(authority, LABORATORY, yearsBefore(1));
    expect(await sign(signing.key, [signing.certificate, authority.certificate])).toMatchObject({
      signature: 'bad',
      words: expect.stringContaining('certified by an authority that is not the laboratory’s'),
    });
  });

  it('a certificate is refused if another key signed it under the laboratory’s name', async () => {
    const other = await makeSigningKey(lab.authority, LABORATORY, yearsBefore(1));
    expect(await sign(other.key, [lab.signing.certificate, lab.authority.certificate])).toMatchObject({
      signature: 'bad',
      words: expect.stringContaining('does not belong to the key and certificate'),
    });
  });

  it('a certificate is refused if its signing certificate had expired or was not yet valid', async () => {
    const expired = await makeSigningKey(lab.authority, LABORATORY, yearsBefore(4));
    const early = await makeSigningKey(lab.authority, LABORATORY, new Date(NOW.getTime() + 1000));
    for (const { key, certificate } of [expired, early]) {
      expect(await sign(key, [certificate, lab.authority.certificate])).toMatchObject({
        signature: 'bad',
        words: expect.stringContaining('was not valid on 2026-11-10'),
      });
    }
  });

  it('a certificate is refused if the issuer of its signing certificate was not allowed to issue certificates', async () => {
    const below = await makeSigningKey(lab.signing, LABORATORY, yearsBefore(0.5));
    expect(
      await sign(below.key, [below.certificate, lab.signing.certificate, lab.authority.certificate]),
    ).toMatchObject({
      signature: 'bad',
      words: expect.stringContaining('by somebody who may not certify others'),
    });
  });

  it('a certificate is refused if its signature names another signing certificate of the same key', async () => {
    const other = await reissued(lab.authority, lab.signing.certificate);
    const hex = (pem: string) => new X509Certificate(pem).raw.toString('hex');
    const forged = replaced(lab.signed, hex(lab.signing.certificate), hex(other));
    expect(await verdict(forged)).toMatchObject({
      signature: 'bad',
      words: expect.stringContaining('does not belong to the key and certificate'),
    });
  });

  it('a certificate that was signed with the authority’s own key is refused', async () => {
    expect(await sign(lab.authority.key, [lab.authority.certificate])).toMatchObject({
      signature: 'bad',
      words: expect.stringContaining('not one for signing documents'),
    });
  });

  it('a certificate is refused if the laboratory never used its key, even if the authority certified this key', async () => {
    const stray = await makeSigningKey(lab.authority, LABORATORY, yearsBefore(1));
    const forged = signAnyhow(lab.plain, stray.key, [stray.certificate, lab.authority.certificate]);
    expect((await checkSignature(forged, pinned)).signature).toEqual({
      state: 'bad',
      words: 'The signer’s key is none of those that the laboratory has ever signed with.',
    });
  });
});
