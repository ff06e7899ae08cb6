import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { utf8 } from '@vialproof/science/proof/bytes';
import { readTrust } from '@vialproof/science/proof/certificate-check';
import { fingerprintsOf } from '@vialproof/science/proof/key-fingerprints';
import { canonicalEntry } from '@vialproof/science/proof/log-entry';
import { readTlogProof, writeTlogProof } from '@vialproof/science/proof/tlog-proof';
import { describe, expect, it } from 'vitest';
import { NOW } from '../../modules/certificates/adapters/pades/forgery.fixture.ts';
import { call } from '../../testing/command.ts';
import { forger } from '../../testing/forger.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { siteOf, siteThat } from '../../testing/lying-site.ts';
import { scratchDirectory } from '../../testing/scratch.ts';
import { shared, testApp } from '../../testing/test-app.ts';
import type { AtEnd } from '../../testing/test-database.ts';
import { verifyCertificate } from './verify-certificate.ts';

const DAY = 86_400_000;
const verify = (...words: string[]) => call(verifyCertificate, {}, ...words);
const ends = async (...words: string[]) => (await verify(...words)).status;

/** The options of npm run verify that name the keys in this file. */
async function pinsOf(keys: string): Promise<string[]> {
  const trust = await readTrust(keys);
  if (!trust) throw new Error('no authority');
  const { authorities, logKeys } = await fingerprintsOf(trust);
  return [...authorities, ...logKeys].flatMap((each) => ['--expect', each]);
}

/** A laboratory thirty days ago, with a certificate, its proof and the laboratory's public keys as files. */
async function thirtyDaysAgo(atEnd: AtEnd) {
  const app = await testApp({}, { atEnd });
  app.clock.advance(-30 * DAY);
  const lab = await laboratory(app);
  const order = await lab.published();
  const folder = await scratchDirectory('verify-log');
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const write = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const keep = async (name: string, path: string) =>
    write(name, new Uint8Array(await (await app.raw(path)).arrayBuffer()));
  const certificate = `/api/tests/${order.id}/certificate`;
  const pdf = await keep('coa.pdf', certificate);
  const proof = await keep('coa.tlog-proof', `${certificate}/proof`);
  const keyFile = await keep('keys.txt', '/api/log/keys');
  const keys = await (await app.raw('/api/log/keys')).text();
  const site = new URL((await app.raw('/checkpoint')).url).origin;
  return { app, order, write, keep, pdf, proof, keyFile, keys, site, pins: await pinsOf(keys) };
}

const made = shared(thirtyDaysAgo);

const CURRENT = 'A genuine, current certificate';
const ADDRESS = 'taken from this very address';

describe('npm run verify --log runs without known keys', () => {
  it('without known keys, verify ends with exit code 6, and prints the fingerprints to compare', async () => {
    const { pdf, proof, keyFile, site, pins } = made();
    const [, root = '', , log = ''] = pins;
    const alone = await verify(pdf, '--log', site);
    expect(alone.status).toBe(6);
    expect(alone.said).toContain('whether they are the laboratory’s you must compare');
    expect(alone.said).toContain(`These keys were ${ADDRESS}, ${new URL(site).host}`);
    expect(alone.said).toContain(`authority  ${root}  signed this`);
    expect(alone.said).toContain(`log key    ${log}  logged this`);
    expect(alone.said).toContain(`  ${pins.join(' ')}\n`);
    expect(alone.said).not.toContain('genuine');

    const rootAlone = await verify(pdf, '--log', site, '--expect', root);
    expect([rootAlone.status, rootAlone.said]).toEqual([
      6,
      expect.stringContaining(`The log key was ${ADDRESS}`),
    ]);
    const logAlone = await verify(pdf, '--log', site, '--expect', log);
    expect([logAlone.status, logAlone.said]).toEqual([
      6,
      expect.stringContaining(`The authority was ${ADDRESS}`),
    ]);
    for (const pinned of [pins, [proof, keyFile]]) {
      const { status, said } = await verify(pdf, '--log', site, ...pinned);
      expect([status, said]).toEqual([0, expect.stringContaining(CURRENT)]);
      expect(said).not.toContain(ADDRESS);
    }
  });

  it('verify does not trust a copied site that adds its own keys to the laboratory’s keys', async () => {
    const { keys, proof, keyFile, write } = made();
    const { issued, files, attacker } = await forgedSite();
    const pdf = await write('forged.pdf', issued.pdf);
    const plain = await siteOf(files);
    const boasting = await siteOf({ ...files, '/api/log/keys': `${keys}\n${attacker.keys}` });
    for (const site of [plain, boasting]) {
      const { status, said } = await verify(pdf, '--log', site);
      expect([status, said]).toEqual([6, expect.stringContaining(ADDRESS)]);
    }
    // With an older file of keys, the user notices both lies.
    expect(await ends(pdf, proof, keyFile, '--log', plain)).toBe(8);
    expect(await ends(pdf, proof, keyFile, '--log', boasting)).toBe(6);
    expect(await ends(pdf, '--log', boasting, ...(await pinsOf(keys)))).not.toBe(0);
  });
});

/** A forged site with its own certificate, log and keys. */
async function forgedSite(more: (sha256: string) => string[] = () => []) {
  const attacker = await forger();
  const issued = attacker.forge(NOW);
  const at = NOW.toISOString();
  const sha256 = createHash('sha256').update(issued.pdf).digest('hex');
  const commitment = '0'.repeat(64);
  const entry = canonicalEntry({
    ...{ version: 1, type: 'issued', revision: 1, commitment, sha256, issued_at: at, at },
  });
  const files = await attacker.log.filesOf([entry, ...more(sha256)]);
  const pins = await pinsOf(attacker.keys);
  return { attacker, issued, pins, files: { ...files, '/api/log/keys': attacker.keys } };
}

describe('verify reports a log whose newest signed state is too old', () => {
  it('verify prints the age of the newest signed state of the log, and ends with exit code 11 if it is too old', async () => {
    const { app, order, pdf, pins, keep, write, site } = made();
    const dayBefore = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
    const old = Buffer.from(await (await app.raw('/checkpoint')).arrayBuffer());
    const newest = app.clock.now().toISOString();
    app.clock.advance(10 * DAY);
    const lab = await laboratory(app);
    await must(lab.amend(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const second = await keep('second.pdf', `/api/tests/${order.id}/certificate`);
    const proof = await keep('second.tlog-proof', `/api/tests/${order.id}/certificate/proof`);
    const replay = await siteThat(app, (path, truth) => (path === '/checkpoint' ? old : truth));

    const replayed = await verify(pdf, '--log', replay, ...pins);
    expect([replayed.status, replayed.said]).toEqual([0, expect.stringContaining('Revision 1 is current.')]);
    expect(replayed.said).toMatch(new RegExp(`Head +\\d+ entries, the newest 30 days ago \\(${newest}\\)`));
    for (const time of ['7d', '100h', '4w', '1440m', dayBefore(29), `${dayBefore(28)}T08:30Z`]) {
      const { status, said } = await verify(pdf, '--log', replay, ...pins, '--newer-than', time);
      expect([time, status]).toEqual([time, 11]);
      expect(said).toMatch(/unknown {2}Still standing\?.*older than you asked for/);
      expect(said).not.toContain('is current');
    }
    for (const time of ['31d', '5w', dayBefore(31), `${dayBefore(32)}T23:59:59Z`])
      expect(await ends(pdf, '--log', replay, ...pins, '--newer-than', time)).toBe(0);

    // A log from before a certificate says nothing about it (11). A proof that disagrees with the log is still a
    // contradiction (9).
    expect(await ends(second, '--log', replay, ...pins)).toBe(1);
    expect(await ends(second, '--log', replay, ...pins, '--newer-than', '7d')).toBe(11);
    expect(await ends(second, proof, '--log', replay, ...pins, '--newer-than', '7d')).toBe(9);
    expect(await ends(pdf, '--log', replay, '--newer-than', '7d')).toBe(6);
    expect(await ends(pdf, '--log', site, ...pins, '--newer-than', '7d')).toBe(4);
    expect(await ends(second, '--log', site, ...pins, '--newer-than', '25d')).toBe(0);
    const cut = await write('cut.pdf', Buffer.from('%PDF-1.7 nothing'));
    expect(await ends(cut, '--log', replay, ...pins, '--newer-than', '7d')).toBe(1);
  });

  it('verify accepts --newer-than with an age or a past time, and only together with --log', async () => {
    const { pdf, proof, keyFile, site } = made();
    for (const odd of [
      '7',
      '7y',
      '-7d',
      'yesterday',
      '2026-02-30',
      '2026-11-20T08:30',
      '2026-11-20 08:30Z',
      '',
    ])
      expect(await verify(pdf, '--log', site, `--newer-than=${odd}`)).toEqual({
        status: 2,
        said: expect.stringContaining('expected an age such as 7d'),
      });
    expect(await verify(pdf, '--log', site, '--newer-than', '2999-01-01')).toEqual({
      status: 2,
      said: expect.stringContaining('lies in the future'),
    });
    expect(await verify(pdf, proof, keyFile, '--newer-than', '7d')).toEqual({
      status: 2,
      said: expect.stringContaining('give --log too'),
    });
    expect((await verify('--help')).said).toMatch(/--newer-than TIME .*[\s\S]*7d[\s\S]*2026-11-20/);
  });
});

describe('verify ends with its own exit code if data have a newer version', () => {
  it('verify skips log entries of a newer version; it ends with exit code 10 if such an entry is about the certificate', async () => {
    const at = NOW.toISOString();
    const strange = (version: number, file: string) =>
      JSON.stringify({ at, file, type: 'witnessed', version });
    const other = 'e'.repeat(64);
    const known = await forgedSite((sha256) => [strange(2, sha256), strange(3, other), strange(2, other)]);
    const pdf = await made().write('known.pdf', known.issued.pdf);
    const passed = await verify(pdf, '--log', await siteOf(known.files), ...known.pins);
    expect([passed.status, passed.said]).toEqual([0, expect.stringContaining(CURRENT)]);
    expect(passed.said).toMatch(/Head +4 entries/);
    expect(passed.said).toMatch(/Skipped +3 of its entries/);

    const newer = await forgedSite((sha256) => [strange(3, sha256)]);
    const newerPdf = await made().write('newer.pdf', newer.issued.pdf);
    const asked = await verify(newerPdf, '--log', await siteOf(newer.files), ...newer.pins);
    expect([asked.status, asked.said]).toEqual([
      10,
      expect.stringContaining('Made by a newer version: update'),
    ]);
  });

  it('verify ends with exit code 10 for a proof of a newer version, and refuses a proof in a wrong format', async () => {
    const { pdf, proof, keyFile, write, pins } = made();
    const read = readTlogProof(await readFile(proof, 'utf8'));
    if (!read?.extra) throw new Error('the proof shows nothing');
    const { extra, ...rest } = read;
    const { entry, opening } = JSON.parse(new TextDecoder().decode(extra));
    const withOpening = (shown: string) =>
      write(
        'changed.tlog-proof',
        writeTlogProof({ ...rest, extra: utf8(`{"entry":${JSON.stringify(entry)},"opening":${shown}}`) }),
      );
    const shown = JSON.stringify(opening).slice(0, -1);
    expect(await ends(pdf, await withOpening(`${shown}}`), keyFile, ...pins)).toBe(7);
    for (const more of ['"task_number":10001', '"__proto__":{"task_number":1}', '"version":2']) {
      const { status, said } = await verify(pdf, await withOpening(`${shown},${more}}`), keyFile, ...pins);
      expect([more, status, said]).toEqual([more, 1, expect.stringContaining('shows more, or less')]);
    }
    const newer = await withOpening(`${shown},"task":10001,"version":3}`);
    for (const words of [[], pins]) {
      const { status, said } = await verify(pdf, newer, keyFile, ...words);
      expect([status, said]).toEqual([10, expect.stringContaining('Made by a newer version: update')]);
    }
    // Other errors of the file are still reported.
    const cut = await write('cut.pdf', Buffer.from('%PDF-1.7 nothing'));
    expect(await ends(cut, newer, keyFile, ...pins)).toBe(1);
  });
});
