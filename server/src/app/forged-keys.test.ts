import type { CertificateRecord } from '@vialproof/contract/certificates';
import type { PublicLog } from '@vialproof/contract/transparency';
import { readTrust, type Trust } from '@vialproof/science/proof/certificate-check';
import { checkFiles } from '@vialproof/science/proof/check-files';
import { fingerprintsOf } from '@vialproof/science/proof/key-fingerprints';
import type { Standing } from '@vialproof/science/proof/verdict';
import { describe, expect, it } from 'vitest';
import { NOW } from '../modules/certificates/adapters/pades/forgery.fixture.ts';
import { prepareCertificates } from '../modules/certificates/certificates.service.ts';
import { forger } from '../testing/forger.ts';
import { laboratory, must } from '../testing/lab.ts';
import { labApp, type TestApp, testApp } from '../testing/test-app.ts';

async function trustIn(text: string): Promise<Trust> {
  const trust = await readTrust(text);
  if (!trust) throw new Error('no trust in these keys');
  return trust;
}
const keysOf = async (app: TestApp) => (await app.raw('/api/log/keys')).text();

/** A genuine certificate with proof and keys, and a forger who uses the same names. */
async function handedOver() {
  const app = await labApp();
  const order = await (await laboratory(app)).published();
  const path = `/api/tests/${order.id}/certificate`;
  const { token } = order.owner;
  const pdf = new Uint8Array(await (await app.raw(path, { token })).arrayBuffer());
  const proof = await (await app.raw(`${path}/proof`, { token })).text();
  const attacker = await forger(app.platform.config.lab.name);
  return { app, text: await keysOf(app), genuine: { pdf, proof }, attacker, forged: attacker.forge(NOW) };
}

describe('a certificate is not called genuine by a file of keys from another person', () => {
  it('a file of keys with forged names, certificate and log is refused, because the site’s own keys differ', async () => {
    const { text, attacker, forged } = await handedOver();
    const site = await trustIn(text);
    for (const keys of [attacker.keys, `${text}\n${attacker.keys}`, `${attacker.keys}\n${text}`]) {
      const { verdict } = await checkFiles({ ...forged, keys: await trustIn(keys) }, site);
      expect([verdict.outcome, verdict.signature.state, verdict.log.state, verdict.keys?.state]).toEqual([
        'refused',
        'bad',
        'bad',
        'bad',
      ]);
      const theirs = await fingerprintsOf(await trustIn(attacker.keys));
      for (const each of [...theirs.authorities, ...theirs.logKeys])
        expect(verdict.keys?.words).toContain(each);
    }
    // A file of keys never decides alone, because the forger's own file would call the forgery genuine.
    const own = await trustIn(attacker.keys);
    expect((await checkFiles({ ...forged, keys: own }, own)).verdict.outcome).toBe('issued');
  });

  it('forged keys beside a genuine certificate are detected, and the certificate is not called genuine', async () => {
    const { text, attacker, genuine } = await handedOver();
    const site = await trustIn(text);
    const checked = async (keys: string) => {
      const { verdict } = await checkFiles({ ...genuine, keys: await trustIn(keys) }, site);
      return [verdict.outcome, verdict.signature.state, verdict.log.state, verdict.keys?.state];
    };
    expect(await checked(attacker.keys)).toEqual(['keys', 'good', 'good', 'bad']);
    // Additional keys do not change the verdict, but are reported.
    expect(await checked(`${text}\n${attacker.keys}`)).toEqual(['issued', 'good', 'good', 'bad']);
    expect(await checked(text)).toEqual(['issued', 'good', 'good', undefined]);
  });

  it('a file of keys that is older than the laboratory’s present keys is accepted', async () => {
    const { app, text, genuine } = await handedOver();
    const changed = await testApp({}, { beside: app });
    await prepareCertificates(changed.modules.certificates);
    const newer = await keysOf(changed);
    const older = await checkFiles({ ...genuine, keys: await trustIn(text) }, await trustIn(newer));
    expect(older.verdict.outcome).toBe('issued');
    const { body } = await changed.request<{ data: PublicLog }>('/api/log');
    const { authorities, logKeys } = await fingerprintsOf(await trustIn(newer));
    expect([authorities.length, logKeys.length]).toEqual([2, 2]);
    expect(body.data.fingerprints).toEqual({ authorities, log_keys: logKeys });
  });
});

describe('the check of a certificate says what the site says about it, such as replaced or withdrawn', () => {
  it('a certificate that the site calls replaced or withdrawn is reported as such; for a refused file the site is not asked', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const site = await trustIn(await keysOf(app));
    const asked: string[] = [];
    const ask = async (sha256: string): Promise<Standing> => {
      asked.push(sha256);
      const { status, body } = await app.request<{ data: CertificateRecord }>(`/api/certificates/${sha256}`);
      if (status === 404) return { known: 'never issued' };
      const { state, is_signed: isSigned, reason } = body.data;
      return { known: 'issued', state, isSigned, reason };
    };
    const files = async () => {
      const path = `/api/tests/${order.id}/certificate`;
      const pdf = new Uint8Array(await (await app.raw(path)).arrayBuffer());
      return { pdf, proof: await (await app.raw(`${path}/proof`)).text(), keys: site };
    };
    const first = await files();
    const outcomeOf = async (given: typeof first, question?: typeof ask) => {
      const { verdict } = await checkFiles(given, site, question);
      return [verdict.outcome, verdict.standing.words];
    };
    expect(await outcomeOf(first)).toEqual(['issued', expect.stringContaining('The files do not tell')]);
    expect(await outcomeOf(first, ask)).toEqual(['genuine', 'Neither replaced nor withdrawn.']);
    await must(lab.amend(lab.analyst, order, 'A unit was wrong, as was found later.'));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const second = await files();
    expect(await outcomeOf(first, ask)).toEqual([
      'superseded',
      expect.stringMatching(/^A newer revision has replaced it\. Reason: A unit was wrong/),
    ]);
    await must(lab.retract(lab.reviewer, order));
    expect(await outcomeOf(second, ask)).toEqual([
      'retracted',
      expect.stringContaining('The result was withdrawn.'),
    ]);
    const known = asked.length;
    const longer = { ...first, pdf: new Uint8Array([...first.pdf, 10]) };
    expect((await outcomeOf(longer, ask))[0]).toBe('refused');
    expect((await outcomeOf({ ...first, proof: second.proof }, ask))[0]).toBe('refused');
    expect(asked).toHaveLength(known);
  });
});
