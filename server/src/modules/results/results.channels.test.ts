import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import type { Result } from '@vialproof/contract/results';
import { unpackSeries } from '@vialproof/contract/series';
import { syntheticTrace } from '@vialproof/science/chromatography/synthetic-trace';
import { describe, expect, it } from 'vitest';
import { type LabAnswer, laboratory, must, PURITY } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';

const VENDOR = join(
  process.env.VENDOR_DATA ?? join(import.meta.dirname, '../../../../../shared/data/vendor'),
  'chromatograms',
);

/** One run at three wavelengths. */
function threeWavelengths(seed: string): string {
  const { minutes, signal_mau: signal } = syntheticTrace({ seed, points: 1500, solvent: 'dip' });
  const rows = minutes.map((time, place) => {
    const height = signal[place] ?? 0;
    return [time, height, height / 2 + 1, height / 4 + 2].join(',');
  });
  return ['Time (min),UV 214 nm (mAU),UV 254 nm (mAU),UV 280 nm (mAU)', ...rows].join('\n');
}
const [AT_214, AT_254, AT_280] = ['UV 214 nm (mAU)', 'UV 254 nm (mAU)', 'UV 280 nm (mAU)'];

async function desk() {
  const app = await labApp();
  const lab = await laboratory(app);
  const order = await lab.received({ visibility: 'public' });
  const path = `/api/lab/requests/${order.id}`;
  return {
    app,
    lab,
    order,
    upload(text: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}): Promise<LabAnswer> {
      const body = new FormData();
      body.set('file', new Blob([text]), 'run.csv');
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return app.request(`${path}/chromatogram`, { method: 'POST', body, token: lab.analyst.token });
    },
    choose: (channel: string): Promise<LabAnswer> =>
      app.request(`${path}/chromatogram/channel`, { json: { channel }, token: lab.analyst.token }),
    async heights() {
      const headers = { authorization: `Bearer ${lab.analyst.token}` };
      const answer = await app.raw(`${path}/chromatogram/points`, { headers });
      return Math.max(...(unpackSeries(new Uint8Array(await answer.arrayBuffer()))[1] ?? []));
    },
    injections: async () =>
      (await app.request<{ data: { sha256: string }[] }>(`${path}/injections`, { token: lab.analyst.token }))
        .body.data,
  };
}

const traceIn = async (answer: Promise<LabAnswer>): Promise<LabChromatogram> => {
  const { draft } = await must(answer);
  if (!draft?.chromatogram) throw new Error('the draft has no chromatogram');
  return draft.chromatogram;
};

describe('a person can choose another channel of a stored file', () => {
  it('the channel at 214 nm is read, unless the client asks for another one', async () => {
    const { upload } = await desk();
    const file = threeWavelengths('wished');
    expect(await traceIn(upload(file))).toMatchObject({
      channel: AT_214,
      channels: [AT_214, AT_254, AT_280],
      wavelength_nm: 214,
    });
    expect(await traceIn(upload(file, { channel: AT_280 }))).toMatchObject({
      channel: AT_280,
      wavelength_nm: 280,
    });
    expect(await traceIn(upload(file, { wavelength_nm: '255' }))).toMatchObject({ channel: AT_254 });
    const refused = await upload(file, { channel: 'UV 999 nm' });
    expect(refused.body).toMatchObject({
      status: 422,
      code: 'invalid_fields',
      errors: [{ path: 'channel', message: 'The file names no channel “UV 999 nm”.' }],
    });
  });

  it('a person can choose another channel of a stored file without a new upload', async () => {
    const { app, upload, choose, heights, injections } = await desk();
    const first = await traceIn(upload(threeWavelengths('again')));
    const high = await heights();
    const second = await traceIn(choose(AT_280));
    expect(second).toMatchObject({ channel: AT_280, wavelength_nm: 280, sha256: first.sha256, version: 1 });
    expect(Math.max(...second.signal_mau)).toBeCloseTo(Math.max(...first.signal_mau) / 4 + 2, 1);
    expect(await heights()).toBeCloseTo(high / 4 + 2, 3);
    expect(await injections()).toHaveLength(1);
    expect((await choose('none')).body).toMatchObject({ status: 422, code: 'invalid_fields' });
    // A choice of the same wavelength changes no peaks.
    expect(await traceIn(choose(AT_280))).toEqual(second);
    const { rows } = await app.platform.db.pool.query(
      "SELECT detail FROM audit_entry WHERE detail::text LIKE $1 AND action LIKE '%channel_chosen'",
      [`%${first.sha256}%`],
    );
    expect(rows).toMatchObject([{ detail: { before: { channel: AT_214 }, after: { channel: AT_280 } } }]);
  });

  it('the published result names the channel', async () => {
    const { app, lab, order, upload } = await desk();
    const { purity_percent: purity } = await traceIn(
      upload(threeWavelengths('published'), { channel: AT_254 }),
    );
    const measurements = [{ ...PURITY, value: Number(purity?.toFixed(2)) }];
    await must(lab.save(lab.analyst, order, { measurements }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const { body } = await app.request<{ data: { result: Result } }>(`/api/tests/${order.id}`);
    expect(body.data.result.chromatogram).toMatchObject({ channel: AT_254, wavelength_nm: 254 });
    // A correction starts with the same wavelength.
    await must(lab.amend(lab.analyst, order));
    const { draft } = await must(lab.detail(lab.analyst, order));
    expect(draft?.chromatogram).toMatchObject({ channel: AT_254, channels: [AT_214, AT_254, AT_280] });
  });

  it('no channel can be chosen without a chromatogram', async () => {
    const { choose } = await desk();
    expect((await choose(AT_214)).body).toMatchObject({ status: 409, code: 'wrong_state' });
  });
});

describe.skipIf(!existsSync(VENDOR))('instruments export several channels (in VENDOR_DATA)', () => {
  const file = (name: string) => new Uint8Array(readFileSync(join(VENDOR, name)));

  it("each of the three detectors of an instrument's export can be read, with its own peak table", async () => {
    const { upload, choose, injections } = await desk();
    const first = await traceIn(upload(file('multichannel_chrom.txt')));
    const channels = ['Detector A-Ch1', 'Detector A-Ch2', 'Detector B-Ch1'];
    expect(first).toMatchObject({ channel: 'Detector A-Ch1', channels });
    const second = await traceIn(choose('Detector B-Ch1'));
    expect(second).toMatchObject({ channel: 'Detector B-Ch1', channels });
    expect(second.vendor_peaks?.[3]).toMatchObject({ name: 'Glucose' });
    expect(await injections()).toHaveLength(1);
  });

  it.each([
    ['chromeleon_comma.txt', 'ED_1'],
    ['waters.arw', '2475ChA ex280/em350'],
  ])(
    'the export %s with one channel shows the name of this channel and offers no choice',
    async (name, channel) => {
      const { upload } = await desk();
      expect(await traceIn(upload(file(name)))).toMatchObject({ channel, channels: [] });
    },
  );
});
