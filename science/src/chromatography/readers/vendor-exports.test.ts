import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChannelWish } from '../channel-choice.ts';
import { readChromatogram } from './chromatogram-file.ts';

/** Exports of real instruments (MIT). They are not part of the repository. */
const FOLDER = join(
  process.env.VENDOR_DATA ?? join(import.meta.dirname, '../../../../../shared/data/vendor'),
  'chromatograms',
);
const noInflate = () => {
  throw new Error('nothing is packed here');
};

function read(name: string, wish: ChannelWish = {}) {
  const reading = readChromatogram(readFileSync(join(FOLDER, name)), noInflate, wish);
  if (!reading.ok) throw new Error(reading.message);
  return reading;
}

describe.skipIf(!existsSync(FOLDER))('the readers read exports of real instruments (in VENDOR_DATA)', () => {
  const LABSOLUTIONS = 'multichannel_chrom.txt';

  it('the reader reads one of the three detectors of a LabSolutions export, and names this detector', () => {
    const reading = read(LABSOLUTIONS);
    expect(reading).toMatchObject({
      format: 'labsolutions',
      unit: 'mV',
      wavelengthNm: null,
      channel: 'Detector A-Ch1',
      acquisition: {
        sampleName: 'STD 1 100',
        sampleId: 'STD 1 100',
        // Another date of the file has a day 21, so days come first.
        injectedAt: '2023-08-02T17:08:21',
        instrument: 'HPLC RID',
        method: 'fermentation_nobutanol-96.lcm',
        operator: 'System Administrator',
        batch: 'Butanol LpTZ 02-08-2023.lcb',
      },
      warnings: [
        {
          code: 'several_channels',
          text: 'The file holds 3 channels: “Detector A-Ch1” was read, not “Detector A-Ch2”, “Detector B-Ch1”.',
        },
      ],
    });
    expect(reading.trace.minutes.length).toBe(3360);
    expect(reading.trace.signal_mau[3]).toBe(-0.001);
    expect(reading.vendorPeaks).toHaveLength(2);
  });

  it('the reader takes over the numbers of a peak in the table of a LabSolutions export', () => {
    expect(read(LABSOLUTIONS, { channel: 'Detector A-Ch2' }).vendorPeaks?.[4]).toEqual({
      name: null,
      retention_min: 15.361,
      start_min: 14.652,
      end_min: 17.11,
      area: 3835453,
      area_unit: 'µV·s',
      area_percent: null,
      height: 187219,
      marks: 'SV',
      tailing: 1.163,
      plates: 13074,
      resolution: 1.933,
    });
    expect(read(LABSOLUTIONS, { channel: 'Detector B-Ch1' }).vendorPeaks?.[3]).toMatchObject({
      name: 'Glucose',
      marks: 'S',
      area: 904583,
    });
  });

  it('the reader accepts a Chromeleon export with decimal commas, and a detector of charge with its own unit', () => {
    const reading = read('chromeleon_comma.txt');
    expect(reading).toMatchObject({
      format: 'chromeleon',
      unit: 'nC',
      wavelengthNm: null,
      channel: 'ED_1',
      vendorPeaks: null,
      acquisition: {
        sampleName: '20170526_MME_AA_STD-Mix2',
        sampleId: null,
        injectedAt: '2017-05-26T16:52:02',
        method: '0-400 mM NaAc 40 min_OHNE_PORT_B 1HZ',
        operator: 'Instrument Controller',
        batch: '20170526_MME_Angel',
      },
    });
    expect(reading.warnings.map(({ code }) => code)).toEqual(['other_unit']);
    expect(reading.trace.minutes.length).toBe(3241);
    // The values that the instrument's software gives for this signal.
    expect(Math.max(...reading.trace.signal_mau)).toBe(210.061603);
    expect(Math.min(...reading.trace.signal_mau)).toBe(-0.7749);
    expect(reading.trace.minutes.at(-1)).toBe(54);
  });

  it('the reader leaves fluorescence without a unit in the counts of an Empower export', () => {
    const reading = read('waters.arw');
    expect(reading).toMatchObject({
      format: 'arw',
      unit: 'counts',
      wavelengthNm: null,
      channel: '2475ChA ex280/em350',
      acquisition: {
        sampleName: '14',
        injectedAt: null,
        method: 'Sup6Inc_10_300_TrpGFP_LineA',
        batch: 'Exp106_SEC',
      },
    });
    expect(reading.warnings.map(({ code }) => code)).toEqual(['unit_unknown']);
    expect(reading.trace.minutes.length).toBe(6601);
    expect(reading.trace.minutes.at(-1)).toBe(55);
    expect(reading.trace.signal_mau.at(-1)).toBe(0.4577484);
  });
});
