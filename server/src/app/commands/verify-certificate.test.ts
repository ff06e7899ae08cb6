import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicLog } from '@vialproof/contract/transparency';
import { checkSignature, readTrust } from '@vialproof/science/proof/certificate-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW } from '../../modules/certificates/adapters/pades/forgery.fixture.ts';
import { call, commandIn } from '../../testing/command.ts';
import { forger, signedWith } from '../../testing/forger.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp, shared, type TestApp, testApp } from '../../testing/test-app.ts';
import type { AtEnd } from '../../testing/test-database.ts';
import { verifyCertificate } from './verify-certificate.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
});
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
/** The arguments with each file as a path in the test's folder. */
const pathsIn = (words: string[]) => {
  const isFile = (place: number) => !words[place]?.startsWith('--') && !words[place - 1]?.startsWith('--');
  return words.map((word, place) => (isFile(place) ? at(word) : word));
};
const verify = (...words: string[]) => call(verifyCertificate, {}, ...pathsIn(words));
const write = (name: string, content: string | Uint8Array) => writeFile(at(name), content);

/** A laboratory with a certificate, its proof and the laboratory's public keys as files. */
async function published(atEnd: AtEnd) {
  const app = await labApp({}, { atEnd });
  const lab = await laboratory(app);
  const order = await lab.published();
  const keep = async (name: string, path: string) =>
    write(name, new Uint8Array(await (await app.raw(path)).arrayBuffer()));
  await keep('coa.pdf', `/api/tests/${order.id}/certificate`);
  await keep('coa.tlog-proof', `/api/tests/${order.id}/certificate/proof`);
  await keep('keys.txt', '/api/log/keys');
  const { body } = await app.request<{ data: PublicLog }>('/api/log');
  const [root = '', log = ''] = [...body.data.fingerprints.authorities, ...body.data.fingerprints.log_keys];
  const site = new URL((await app.raw('/checkpoint')).url).origin;
  return { app, lab, keep, root, log, site, attacker: await forgedFiles(app) };
}

/** A forger who uses the laboratory's name, with a certificate, a proof and keys as files. */
async function forgedFiles(app: TestApp) {
  const attacker = await forger(app.platform.config.lab.name);
  const { pdf, proof } = attacker.forge(NOW);
  await write('forged.pdf', pdf);
  await write('forged.tlog-proof', proof);
  await write('forged.txt', attacker.keys);
  await write('appended.txt', `${await readFile(at('keys.txt'), 'utf8')}\n${attacker.keys}`);
  return attacker;
}

const made = shared(published);

const COMPARE = expect.stringContaining('whether they are the laboratory’s you must compare');

describe('npm run verify calls a certificate genuine only for keys that its caller names', () => {
  it("verify prints the keys' fingerprints, and calls no certificate genuine before the caller has compared them", async () => {
    const { root, log } = made();
    const genuine = await verify('coa.pdf', 'coa.tlog-proof', 'keys.txt');
    expect(genuine).toEqual({ status: 6, said: COMPARE });
    expect(genuine.said).toContain(`authority  ${root}  signed this`);
    expect(genuine.said).toContain(`log key    ${log}  logged this`);

    const forged = await verify('forged.pdf', 'forged.tlog-proof', 'forged.txt');
    expect(forged).toEqual({ status: 6, said: COMPARE });
    expect(forged.said).not.toMatch(new RegExp(`${root}|${log}|genuine`));
    const appended = await verify('forged.pdf', 'forged.tlog-proof', 'appended.txt');
    expect(appended).toEqual({ status: 6, said: expect.stringContaining('it names several') });
    expect(appended.said).toContain(`authority  ${root}\n`);
    expect(appended.said).toContain(`log key    ${log}\n`);
  });

  it('verify trusts only the keys that its caller names', async () => {
    const { root, log } = made();
    const both = ['--expect', root, '--expect', log.toUpperCase()];
    expect(await verify('coa.pdf', 'coa.tlog-proof', 'keys.txt', ...both)).toEqual({
      status: 7,
      said: expect.stringContaining('A genuine certificate, as it was issued'),
    });
    for (const one of [root, log])
      expect((await verify('coa.pdf', 'coa.tlog-proof', 'keys.txt', '--expect', one)).status).toBe(6);

    expect((await verify('coa.pdf', 'coa.tlog-proof', 'appended.txt', ...both)).status).toBe(7);
    const appended = await verify('forged.pdf', 'forged.tlog-proof', 'appended.txt', ...both);
    expect([appended.status, appended.said]).toEqual([1, expect.stringContaining('Not a certificate')]);
    expect(await verify('forged.pdf', 'forged.tlog-proof', 'forged.txt', ...both)).toEqual({
      status: 8,
      said: expect.stringContaining('are not those that you expect'),
    });
    // If two keys are expected, one of them is not enough.
    const other = ['--expect', root, '--expect', 'f'.repeat(64)];
    expect((await verify('coa.pdf', 'coa.tlog-proof', 'keys.txt', ...other)).status).toBe(8);
  });

  it('if verify refuses a file, the facts that it states about the file are still true', async () => {
    const { keep, lab, attacker } = made();
    const other = await lab.published();
    await keep('other.tlog-proof', `/api/tests/${other.id}/certificate/proof`);
    const bytes = await readFile(at('coa.pdf'));
    const flipped = Buffer.from(bytes);
    flipped[9000] = (flipped[9000] ?? 0) ^ 1;
    await write('flipped.pdf', flipped);
    await write('longer.pdf', Buffer.concat([bytes, Buffer.from('\n')]));
    await write('later.pdf', Buffer.concat([Buffer.from('\n'), bytes]));
    for (const [name, words] of [
      ['flipped.pdf', 'The file was changed after it was signed.'],
      ['longer.pdf', '1 byte was added behind what was signed.'],
      ['later.pdf', 'There is 1 byte before the PDF begins.'],
    ] as const) {
      const { status, said } = await verify(name, 'coa.tlog-proof', 'keys.txt');
      expect([status, said]).toEqual([1, expect.stringContaining(words)]);
      expect(said).toContain('The proof belongs to another file.');
    }
    const mixed = await verify('coa.pdf', 'other.tlog-proof', 'keys.txt');
    expect([mixed.status, mixed.said]).toEqual([1, expect.stringContaining('the proof is not right')]);

    // The file is refused because of its keys, so the forger's log proves nothing.
    const keysWithout = `${attacker.keys.split('\n')[0]}\n${await readFile(at('keys.txt'), 'utf8')}`;
    await write('own-log.txt', keysWithout);
    const strange = await verify('forged.pdf', 'forged.tlog-proof', 'own-log.txt');
    expect([strange.status, strange.said]).toEqual([
      1,
      expect.stringMatching(/unknown {2}In the public log\?.*not shown to be the laboratory’s log/),
    ]);
    const backdated = attacker.forge(NOW, new Date(NOW.getTime() - 23 * 86_400_000));
    await write('backdated.pdf', backdated.pdf);
    await write('backdated.tlog-proof', backdated.proof);
    expect(await verify('backdated.pdf', 'backdated.tlog-proof', 'forged.txt')).toEqual({
      status: 1,
      said: expect.stringContaining(
        'The file says that it was signed on 2026-11-10; the log says that it was issued on 2026-10-18.',
      ),
    });
  });

  it('verify prints facts to standard output, and its exit code gives the verdict', async () => {
    const words = pathsIn(['coa.pdf', 'coa.tlog-proof', 'keys.txt']);
    expect(await commandIn({}, 'verify-certificate', ...words)).toMatchObject({
      status: 6,
      stdout: COMPARE,
      stderr: '',
    });
  });

  it('verify prints the name of a signer on a separate line', async () => {
    const name = 'Lab\n  yes      Signed by the laboratory?  It is.\u0085\u202eLab';
    const attacker = await forger(name);
    const { pdf, proof } = attacker.forge(NOW);
    await write('named.pdf', pdf);
    await write('named.tlog-proof', proof);
    await write('named.txt', attacker.keys);
    const { said } = await verify('named.pdf', 'named.tlog-proof', 'named.txt');
    expect(said).toContain('Signed with the key of Lab?  yes ');
    expect(said.match(/^ {2}.*Signed by the laboratory\?.*$/gm)).toHaveLength(1);
    const trust = await readTrust(attacker.keys);
    if (!trust) throw new Error('the forger’s keys name no authority');
    const { signer, signature } = await checkSignature(pdf, trust);
    for (const words of [signer?.name, signature.words]) expect(words).not.toMatch(/[\p{C}\u2028\u2029]/u);
  });

  it('verify prints its usage if its arguments are wrong', async () => {
    await write('empty', '');
    expect(await verify()).toEqual({ status: 2, said: expect.stringContaining('npm run verify') });
    expect(await verify('--help')).toEqual({ status: 0, said: expect.stringContaining('--expect') });
    for (const [words, said] of [
      [['missing', 'empty', 'empty'], 'cannot be read'],
      [['empty', 'empty', 'empty'], 'names no authority'],
      [['empty', 'empty'], 'npm run verify'],
      [['empty', 'empty', 'empty', '--expect', 'abc'], '64 hexadecimal digits'],
      [['empty', '--other'], '--other'],
      [['empty', '--log', 'http://lab.example'], 'begins with https://'],
      [['empty', '--log', 'lab.example'], 'begins with https://'],
      [['empty', '--log', 'http://127.0.0.1:9'], '127.0.0.1:9 does not answer'],
    ] as const)
      expect(await verify(...words)).toEqual({ status: 2, said: expect.stringContaining(said) });
  });
});

describe('npm run verify --log checks certificates with the public log', () => {
  it('verify --log needs only the PDF, and says whether the certificate is current, replaced or withdrawn', async () => {
    const { app, lab, keep, root, log, site } = made();
    const order = await lab.published();
    await keep('first.pdf', `/api/tests/${order.id}/certificate`);
    await keep('first.tlog-proof', `/api/tests/${order.id}/certificate/proof`);
    const { host } = new URL(site);
    const pins = ['--expect', root, '--expect', log];
    const current = await verify('first.pdf', '--log', site, ...pins);
    expect(current).toEqual({ status: 0, said: expect.stringContaining('A genuine, current certificate') });
    expect(current.said).toContain(`Asked      ${host}`);
    expect(current.said).toContain('Revision 1 is current.');
    expect((await verify('first.pdf', 'first.tlog-proof', 'keys.txt', '--log', site)).status).toBe(0);
    // A file that is in the log needs no proof, but a wrong proof is still reported.
    const wrongProof = await verify('first.pdf', 'keys.txt', '--log', site, ...pins);
    expect(wrongProof).toEqual({ status: 0, said: expect.stringContaining('The proof cannot be read.') });

    await must(lab.amend(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    await keep('second.pdf', `/api/tests/${order.id}/certificate`);
    const today = app.clock.now().toISOString().slice(0, 10);
    expect(await verify('first.pdf', '--log', site)).toEqual({
      status: 4,
      said: expect.stringContaining(`A newer revision has replaced revision 1 on ${today}.`),
    });
    expect((await verify('second.pdf', '--log', site, ...pins)).status).toBe(0);
    expect((await verify('second.pdf', '--log', site)).status).toBe(6);
    await must(lab.retract(lab.reviewer, order));
    expect(await verify('second.pdf', '--log', site)).toEqual({
      status: 5,
      said: expect.stringContaining(`The result was withdrawn on ${today}.`),
    });
    expect((await verify('first.pdf', '--log', site)).status).toBe(4);
  });

  it('verify --log refuses a file that is not in the log, even if it has the laboratory’s signature', async () => {
    const { app, root, site, attacker } = made();
    expect(await verify('forged.pdf', '--log', site)).toEqual({
      status: 1,
      said: expect.stringContaining('holds no certificate with this hash'),
    });
    expect((await verify('forged.pdf', 'forged.tlog-proof', 'forged.txt', '--log', site)).status).toBe(1);
    await write('stolen.pdf', signedWith(app.platform.config.dataDirectory, app.clock.now()));
    const stolen = await verify('stolen.pdf', '--log', site, '--expect', root);
    expect([stolen.status, stolen.said]).toEqual([
      1,
      expect.stringMatching(/unknown {2}Signed by the laboratory\?.*only its log shows, and it does not/),
    ]);
    // These cases check a genuine certificate with a bad file of keys.
    for (const [name, ends, words] of [
      ['forged.txt', 8, 'Do not trust this file of keys'],
      ['appended.txt', 0, 'Beside the laboratory’s keys the file names others'],
    ] as const) {
      const { status, said } = await verify('coa.pdf', 'coa.tlog-proof', name, '--log', site);
      expect([name, status]).toEqual([name, ends]);
      expect(said).toContain(words);
    }
    expect(attacker.keys).not.toContain(root);
  });

  it('verify --log does not trust a site whose keys lack the ones given with --expect', async () => {
    const { root, log } = made();
    const foreign = await testApp();
    const site = new URL((await foreign.raw('/checkpoint')).url).origin;
    for (const expected of [root, log])
      expect(await verify('coa.pdf', '--log', site, '--expect', expected)).toEqual({
        status: 8,
        said: expect.stringContaining(expected),
      });
    expect((await verify('coa.pdf', '--log', site)).status).toBe(1);
  });
});
