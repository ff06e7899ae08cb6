import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../platform/config/config.ts';
import { clamd, EICAR } from '../../testing/clamd.ts';
import { laboratory, must, TRACE_CSV } from '../../testing/lab.ts';
import { telephonePhoto } from '../../testing/photos.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';

const keptFiles = (app: TestApp) =>
  readdir(join(app.platform.config.dataDirectory, 'files'), { recursive: true }).catch((): string[] => []);

async function scanned() {
  const scanner = await clamd();
  const app = await labApp({ VIRUS_SCAN_ADDRESS: scanner.address });
  const lab = await laboratory(app);
  const before = await keptFiles(app);
  const addedFiles = async () => (await keptFiles(app)).filter((name) => !before.includes(name));
  const order = await lab.received();
  const uploads = {
    attachment: (bytes: string | Uint8Array<ArrayBuffer>) => lab.attach(lab.analyst, order, bytes, 'a.csv'),
    chromatogram: (bytes: string | Uint8Array<ArrayBuffer>) => lab.chromatogram(lab.analyst, order, bytes),
    photo: (bytes: string | Uint8Array<ArrayBuffer>) => lab.photo(lab.analyst, order, bytes),
  };
  return { scanner, lab, order, uploads, addedFiles };
}

describe('a virus scanner checks every upload before the server reads it', () => {
  it('every byte of every upload is scanned, and clean uploads are accepted', async () => {
    const { scanner, uploads, addedFiles } = await scanned();
    // The file is larger than one part of the scanner's protocol.
    const large = `a,b\n${'1,2\n'.repeat(60_000)}`;
    await must(uploads.attachment(large));
    await must(uploads.chromatogram(TRACE_CSV));
    const photo = await telephonePhoto();
    await must(uploads.photo(photo));
    expect(scanner.scanned).toEqual([large.length, TRACE_CSV.length, photo.length]);
    expect((await addedFiles()).filter((name) => name.includes('/'))).toHaveLength(3);
  });

  it.each(['attachment', 'chromatogram', 'photo'] as const)(
    'a %s with a virus is refused before any parser reads it, and is not stored',
    async (kind) => {
      const { uploads, lab, order, addedFiles } = await scanned();
      const answer = await uploads[kind](`a,b\n${EICAR}\n`);
      expect(answer.body).toMatchObject({ status: 422, code: 'file_infected' });
      expect(answer.body.detail).toContain('Eicar-Signature');
      expect(await addedFiles()).toEqual([]);
      const { draft, photos } = await must(lab.detail(lab.analyst, order));
      expect([draft, photos]).toEqual([null, []]);
    },
  );

  it('security 36 (16.5): if the virus scanner is down, silent or overloaded, uploads get 503', async () => {
    const { scanner, uploads, addedFiles } = await scanned();
    const refusals = async () => {
      for (const upload of Object.values(uploads)) {
        const answer = await upload('a,b\n1,2\n');
        expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
        expect(answer.body.detail).toContain('virus scanner does not answer');
        expect(answer.headers.get('retry-after')).toBe('30');
      }
    };
    scanner.state.mode = 'mute';
    await refusals();
    scanner.state.mode = 'error';
    await refusals();
    await scanner.stop();
    await refusals();
    expect(await addedFiles()).toEqual([]);
  });

  it('uploads by people without the right are not scanned', async () => {
    const { scanner, lab, order } = await scanned();
    expect((await lab.attach(lab.customer, order, EICAR, 'a.csv')).status).toBe(404);
    const own = await lab.ordered({ by: lab.analyst });
    expect((await lab.photo(lab.analyst, own, EICAR)).body.code).toBe('own_order');
    expect(scanner.scanned).toEqual([]);
  });

  it("the scanner's setting is empty or has host and port, and any other text is refused", () => {
    const at = (VIRUS_SCAN_ADDRESS: string) => loadConfig({ VIRUS_SCAN_ADDRESS }).virusScanAddress;
    expect(at('clamd.internal:3310')).toEqual({ host: 'clamd.internal', port: 3310 });
    expect(at('')).toBeUndefined();
    for (const wrong of ['clamd', ':3310', 'clamd:0', 'clamd:70000', 'http://clamd:3310', 'a b:1']) {
      expect(() => at(wrong), wrong).toThrow('VIRUS_SCAN_ADDRESS');
    }
  });
});
