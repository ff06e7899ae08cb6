import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call } from '../../testing/command.ts';
import { forkedLog } from '../../testing/forger.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { type Lie, siteThat } from '../../testing/lying-site.ts';
import { scratchDirectory } from '../../testing/scratch.ts';
import { shared, testApp } from '../../testing/test-app.ts';
import { verifyCertificate } from './verify-certificate.ts';

/** A replaced certificate that lying sites call current. */
const replaced = shared(async (atEnd) => {
  const app = await testApp({}, { atEnd });
  const lab = await laboratory(app);
  const order = await lab.published();
  const folder = await scratchDirectory('site');
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const keep = async (name: string, path: string) => {
    await writeFile(join(folder, name), new Uint8Array(await (await app.raw(path)).arrayBuffer()));
    return join(folder, name);
  };
  const pdf = await keep('coa.pdf', `/api/tests/${order.id}/certificate`);
  const proof = await keep('coa.tlog-proof', `/api/tests/${order.id}/certificate/proof`);
  await must(lab.amend(lab.analyst, order));
  await must(lab.submit(lab.analyst, order));
  await must(lab.publish(lab.reviewer, order));
  return { app, pdf, proof };
});

const verify = (pdf: string, site: string, ...more: string[]) =>
  call(verifyCertificate, {}, pdf, ...more, '--log', site);

const SUPERSEDED = '"type":"superseded"';

describe('npm run verify detects a site that lies', () => {
  it('if a site lies about an entry or leaves one out, verify finds a contradiction with the signed log', async () => {
    const { app, pdf } = replaced();
    const honest = await siteThat(app, (_, truth) => truth);
    expect((await verify(pdf, honest)).status).toBe(4);
    const lies: ((text: string) => string)[] = [
      // The new text has the same length, so only the hashes can show the change.
      (text) => text.replace(SUPERSEDED, '"type":"supersedes"'),
      (text) => text.slice(0, text.indexOf(SUPERSEDED)),
      () => '',
      (text) => `${text}more`,
    ];
    for (const lie of lies) {
      const site = await siteThat(app, (path, truth) =>
        path.startsWith('/tile/') ? Buffer.from(lie(truth.toString('latin1')), 'latin1') : truth,
      );
      expect(await verify(pdf, site)).toEqual({
        status: 9,
        said: expect.stringContaining('do not lead to its signed head'),
      });
    }
  });

  it('verify detects a log that another key signed, and a log from which a proved entry has disappeared', async () => {
    const { app, pdf, proof } = replaced();
    const fork = await forkedLog();
    const forged = fork.proofOf(Buffer.from('another file'), app.clock.now());
    const forkedHead = forged.slice(forged.indexOf('\n\n') + 2);
    const unsigned = await siteThat(app, (path, truth) =>
      path === '/checkpoint' ? Buffer.from(forkedHead) : truth,
    );
    expect(await verify(pdf, unsigned)).toEqual({
      status: 9,
      said: expect.stringContaining('not signed with a key that is believed'),
    });
    // The log has the same key but another history, as after a restored backup.
    const key = join(app.platform.config.dataDirectory, 'keys', 'log.key.pem');
    const emptied = await siteThat(await testApp({ LOG_KEY: key }), (_, truth) => truth);
    expect((await verify(pdf, emptied)).status).toBe(1);
    expect(await verify(pdf, emptied, proof)).toEqual({
      status: 9,
      said: expect.stringContaining('signed the proof and no longer holds the entry'),
    });
  });

  it('verify gives no verdict if the site gives wrong answers or no answers', async () => {
    const { app, pdf } = replaced();
    const odd: [Lie, string][] = [
      [
        (path, truth, answer) => {
          if (path !== '/checkpoint') return truth;
          answer.writeHead(302, { location: 'https://elsewhere.example/checkpoint' }).end();
          return undefined;
        },
        'answers 302 for /checkpoint; no redirect is followed',
      ],
      [
        (path, truth) => (path.startsWith('/tile/') ? Buffer.alloc(1_000_001) : truth),
        'answers more than 1 MB for /tile/entries/000.p/4',
      ],
      [
        (path, truth, answer) => {
          if (!path.startsWith('/tile/')) return truth;
          answer.writeHead(200, { 'content-length': truth.length });
          answer.write(truth.subarray(0, 10), () => answer.destroy());
          return undefined;
        },
        'broke off while it answered /tile/entries/000.p/4',
      ],
      [
        (path, truth) => (path === '/api/log/keys' ? Buffer.from('no keys') : truth),
        'answers no file of keys',
      ],
    ];
    for (const [lie, said] of odd)
      expect(await verify(pdf, await siteThat(app, lie))).toEqual({
        status: 2,
        said: expect.stringContaining(said),
      });
  });
});
