import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPdfSignature } from '@vialproof/science/proof/pdf-signature';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LABORATORY, laboratoryWithKeys, NOW, yearsBefore } from './forgery.fixture.ts';
import { isHere } from './other-programs.fixture.ts';
import { fingerprintOf, signerOf } from './signer.ts';

/** Programs by other authors check our signature. forgeries.test.ts tests our own checks. */
const folder = mkdtempSync(join(tmpdir(), 'signed-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
/** Runs a program; returns its output. */
function run(tool: string, ...options: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(tool, options, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

let lab: Awaited<ReturnType<typeof laboratoryWithKeys>>;
beforeAll(async () => {
  lab = await laboratoryWithKeys();
  writeFileSync(at('signed.pdf'), lab.signed);
  writeFileSync(at('root.pem'), lab.authority.certificate);
});

describe('a signed certificate has the same printed bytes and a valid signature', () => {
  it('signing does not change the printed bytes, and adds the signature after them', () => {
    expect(Buffer.from(lab.signed.subarray(0, lab.plain.length)).equals(lab.plain)).toBe(true);
    const added = Buffer.from(lab.signed.subarray(lab.plain.length)).toString('latin1');
    expect(added).toContain('/SubFilter /ETSI.CAdES.detached');
    expect(added).toContain('/DocMDP');
    expect(added).toContain('/M (D:20261110103000Z)');
  });

  it("a signed certificate prints the laboratory's name in any script and with any characters", async () => {
    const name = 'Labor „Ö“) /Evil 試験 \\( >>';
    const chain = lab.signing.certificate + lab.authority.certificate;
    const signer = signerOf(lab.signing.key, chain, name);
    const signed = Buffer.from(signer.sign(lab.plain, { reason: name, signedAt: NOW })).toString('latin1');
    expect(signed).not.toContain('/Evil');
    expect(signed).toContain(Buffer.from(`\ufeff${name}`, 'utf16le').swap16().toString('hex'));
  });

  it('a certificate is not signed if key, signing certificate and authority do not fit together', async () => {
    const other = await laboratoryWithKeys();
    const chain = lab.signing.certificate + lab.authority.certificate;
    expect(() => signerOf(other.signing.key, chain, LABORATORY)).toThrow('SIGNING_KEY does not belong');
    const mixed = lab.signing.certificate + other.authority.certificate;
    expect(() => signerOf(lab.signing.key, mixed, LABORATORY)).toThrow('SIGNING_CERTIFICATES');
    expect(() => signerOf(lab.signing.key, lab.signing.certificate, LABORATORY)).toThrow(
      'SIGNING_CERTIFICATES',
    );
    expect(() => signerOf('nothing', chain, LABORATORY)).toThrow('SIGNING_KEY');
    expect(() => signerOf(lab.signing.key, 'nothing', LABORATORY)).toThrow('SIGNING_CERTIFICATES');
  });

  it('a signing certificate is valid for three years, and the certificate of its authority for twenty', () => {
    expect(lab.signer.isValidAt(NOW)).toBe(true);
    expect(lab.signer.isValidAt(yearsBefore(1.1))).toBe(false);
    expect(lab.signer.isValidAt(new Date('2029-01-01'))).toBe(false);
    const root = new X509Certificate(lab.authority.certificate);
    expect(new Date(root.validTo).getFullYear() - new Date(root.validFrom).getFullYear()).toBe(20);
    expect(fingerprintOf(new X509Certificate(lab.signing.certificate))).toBe(lab.signer.fingerprint);
  });
});

describe.skipIf(!isHere('pdfsig'))('the program pdfsig calls the signature of a certificate valid', () => {
  it('pdfsig calls the signature valid and the whole document signed', () => {
    const { said } = run('pdfsig', '-nocert', at('signed.pdf'));
    expect(said).toContain('Signature is Valid.');
    expect(said).toContain('Total document signed');
    expect(said).toContain('ETSI.CAdES.detached');
    expect(said).not.toContain('Signature #2');
  });

  it('pdfsig calls the signature of a changed file invalid', () => {
    const forged = lab.signed.slice();
    forged[5000] = (forged[5000] ?? 0) ^ 1;
    writeFileSync(at('forged.pdf'), forged);
    expect(run('pdfsig', '-nocert', at('forged.pdf')).said).toContain('Digest Mismatch');
  });
});

describe.skipIf(!isHere('certutil') || !isHere('pdfsig'))(
  'NSS trusts a certificate if the user imported its authority',
  () => {
    const database = `sql:${at('nss')}`;
    const certutil = (...options: string[]) => run('certutil', ...options, '-d', database);
    /** NSS uses the real clock, so the signing keys are from yesterday. */
    beforeAll(async () => {
      const now = new Date();
      const { authority, signing, signer, plain } = await laboratoryWithKeys(
        new Date(now.getTime() - 86_400_000),
      );
      writeFileSync(at('today.pdf'), signer.sign(plain, { reason: 'Test', signedAt: now }));
      writeFileSync(at('today-root.pem'), authority.certificate);
      writeFileSync(at('today-signing.pem'), signing.certificate);
      mkdirSync(at('nss'));
      certutil('-N', '--empty-password');
      certutil('-A', '-n', 'root', '-t', 'CT,C,C', '-i', at('today-root.pem'));
      certutil('-A', '-n', 'signing', '-t', ',,', '-i', at('today-signing.pem'));
    });

    it('NSS accepts the signing certificate for signatures if the user imported the authority', () => {
      expect(certutil('-V', '-n', 'signing', '-u', 'S').said).toContain('certificate is valid');
    });

    it('pdfsig calls the certificate trusted if the user imported the authority', () => {
      const { said } = run('pdfsig', '-nssdir', database, at('today.pdf'));
      expect(said).toContain('Signature is Valid.');
      expect(said).toContain('Certificate is Trusted.');
    });

    it('pdfsig does not trust a file of another authority, although the user imported ours', () => {
      const { said } = run('pdfsig', '-nssdir', database, at('signed.pdf'));
      expect(said).toContain('Signature is Valid.');
      expect(said).not.toContain('Certificate is Trusted.');
    });
  },
);

describe.skipIf(!isHere('qpdf'))('the program qpdf finds no problem in a certificate', () => {
  it('qpdf reports no problem in a signed certificate', () => {
    const { status, said } = run('qpdf', '--check', at('signed.pdf'));
    expect([status, said]).toEqual([0, expect.stringContaining('No syntax or stream encoding errors')]);
    expect(said).not.toMatch(/warning/i);
    expect(run('qpdf', '--show-attachment=result.json', at('signed.pdf')).said).toContain(
      'certificate-of-analysis/1',
    );
  });
});

describe.skipIf(!isHere('openssl'))('the program openssl verifies the signature and its chain', () => {
  const verify = (root: string) =>
    run(
      'openssl',
      'cms',
      '-verify',
      '-cades',
      '-binary',
      '-inform',
      'DER',
      '-in',
      at('signature.der'),
      '-content',
      at('content'),
      '-CAfile',
      root,
      '-attime',
      String(NOW.getTime() / 1000),
      '-out',
      at('out'),
    );

  it('openssl verifies the signature (CAdES) and its chain from the signer to the root', async () => {
    const found = readPdfSignature(lab.signed);
    if ('words' in found) throw new Error(found.words);
    writeFileSync(at('signature.der'), found.der);
    writeFileSync(at('content'), found.signed);
    expect(verify(at('root.pem')).said).toContain('CAdES Verification successful');
    writeFileSync(at('other.pem'), (await laboratoryWithKeys()).authority.certificate);
    expect(verify(at('other.pem')).status).not.toBe(0);
  });
});
