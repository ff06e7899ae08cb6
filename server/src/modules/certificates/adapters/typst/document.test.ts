import type { Measurement } from '@vialproof/contract/results';
import { completeLine } from '@vialproof/science/measurement/completed-line';
import { besideInjections } from '@vialproof/science/measurement/traced-purity';
import { describe, expect, it } from 'vitest';
import { filesOf } from './document.ts';
import { coveredCodePoints } from './fonts.ts';
import { sampleCertificate } from './sample.fixture.ts';

const data = sampleCertificate();
const textOf = (files: ReturnType<typeof filesOf>, name: string) => JSON.parse(String(files[name]));
function wordsOf(change: object, measurements = data.measurements) {
  const { chromatogram } = data;
  if (!chromatogram) throw new Error('the sample has a chromatogram');
  const files = filesOf(
    { ...data, measurements, chromatogram: { ...chromatogram, ...change } },
    coveredCodePoints(),
  );
  return textOf(files, 'words.json').chromatogram;
}

describe('a certificate describes the chromatogram in words', () => {
  it('the description of a chromatogram lists the confirmed limits of each peak', () => {
    const [peak] = data.chromatogram?.peaks ?? [];
    expect(wordsOf({}).peaks[0][2]).toBe(`${peak?.start_min.toFixed(3)}–${peak?.end_min.toFixed(3)}`);
  });

  it('a share of an ion current is never called a purity', () => {
    const words = wordsOf({ signal_unit: 'counts', total_ion_current: true, wavelength_nm: null });
    expect(words).toMatchObject({ title: 'Total ion current', unit: 'counts', share: null });
    expect(words.note).toMatch(/^Share of the total ion current, which is no purity by UV: /);
    expect(words.alt).not.toMatch(/mAU|UV/);
  });

  it('counts of another detector are not called an ion current', () => {
    const counts = wordsOf({ signal_unit: 'counts', wavelength_nm: null });
    expect(counts).toMatchObject({ title: 'Detector signal', unit: 'counts', share: null });
    const charged = wordsOf({ signal_unit: 'pA', wavelength_nm: null }, []);
    expect(charged).toMatchObject({ title: 'Detector signal', unit: 'pA', share: { name: 'Main peak' } });
    expect(charged.alt).toMatch(/detector signal in pA/);
    expect(JSON.stringify([counts, charged])).not.toMatch(/ion current|mAU|UV detection/);
  });

  it('the note below a chromatogram states the reasons that staff gave for warnings, and names the subtracted blank', () => {
    const sha256 = 'ab'.repeat(32);
    const explained_warnings = { codes: ['area_lost', 'drift'], reason: 'The hump is of the column' };
    const { note } = wordsOf({ explained_warnings, blank_subtracted: { sha256 } });
    expect(note).toContain(
      `Reported in spite of warnings (area lost, drift): The hump is of the column. Blank subtracted: SHA-256 ${sha256}.`,
    );
    expect(wordsOf({}).note).not.toMatch(/in spite|Blank/);
  });

  it('the note below a chromatogram states the sample and the time of the injection, if both are known', () => {
    const run = { sample_name: 'VP-10001', injected_at: '2026-11-09T05:48:00' };
    expect(wordsOf({ ...run, injection_time: { source: 'file' } }).note).toContain(
      ' Sample “VP-10001”, injected 9 November 2026, 05:48 (as the instrument wrote it).',
    );
    const none = { ...run, injected_at: null, injection_time: { source: 'not_recorded' } };
    expect(wordsOf(none).note).toContain(' Sample “VP-10001”, time of injection not recorded.');
    expect(wordsOf({}).note).not.toMatch(/Sample “|injected|injection/);
    expect(String(filesOf(data, coveredCodePoints())['result.json'])).not.toMatch(
      /sample_name|injected_at|injection_time/,
    );
    // A character that no font has is printed as its code.
    const foreign = wordsOf({ ...none, sample_name: '中 10001' }).note;
    expect(foreign).toContain('Sample “[U+4E2D] 10001”');
  });

  it('if the value is a mean, the description also states the value of the drawn injection and the typed values', () => {
    const purity = {
      analyte: 'Purity',
      method: 'RP-HPLC-UV 214 nm',
      value: '',
      unit: '% area',
      limit: '',
      verdict: null,
      replicates: ['99.0', '98.9', '99.1'],
    };
    const trace = { purity_percent: 99.03, peaks: { length: 4 } };
    const typed = besideInjections(completeLine(purity, undefined), trace);
    const said = (line: Measurement) => {
      const files = filesOf(
        {
          ...data,
          measurements: [line],
          chromatogram: data.chromatogram && { ...data.chromatogram, purity_percent: 99.03 },
        },
        coveredCodePoints(),
      );
      const { chromatogram, measurements } = textOf(files, 'words.json');
      return [chromatogram.note, measurements[0].notes[0]];
    };
    const [note, line] = said(typed);
    expect(note).toContain(' This injection 99.03; result 99.0, mean of 3, typed.');
    expect(line).toBe('Mean of 3, typed; 1 injection on file; RSD 0.10 %.');
    const counted = besideInjections(typed, { ...trace, others: [98.94, 99.1] });
    expect(said(counted)[0]).toContain(' This injection 99.03; result 99.0, mean of 3.');
    expect(said(counted)[1]).toBe('Mean of 3, RSD 0.10 %.');
    // The words of an old certificate stay as they were.
    expect(said(completeLine(purity, undefined))).toEqual([
      expect.not.stringContaining('This injection'),
      'Mean of 3, RSD 0.10 %.',
    ]);
  });

  it('the note below a chromatogram states the unit of a voltage signal, and says UV only if the file does', () => {
    const words = wordsOf({ signal_unit: 'mV', wavelength_nm: null }, []);
    expect(words).toMatchObject({
      title: 'Detector signal',
      unit: 'mV',
      share: { name: 'Main peak', percent: expect.stringMatching(/ %$/) },
    });
    expect(words.alt).toMatch(/detector signal in mV/);
    expect(`${words.alt} ${words.note}`).not.toMatch(/mAU|UV|wavelength/);
    expect(wordsOf({ signal_unit: 'mV' }).title).toBe('UV detection at 214 nm');
  });

  it('the area of the main peak is not called purity if the result states another purity', () => {
    const [purity] = data.measurements;
    if (!purity) throw new Error('the sample has a purity');
    const trace_override = { reason: 'Of the second injection.' };
    const files = filesOf({ ...data, measurements: [{ ...purity, trace_override }] }, coveredCodePoints());
    const words = textOf(files, 'words.json');
    expect(words.chromatogram.share.name).toBe('Main peak');
    expect(words.chromatogram.note).toMatch(/^Share by area: main peak/);
    expect(words.measurements[0].notes).toEqual(['Differs from the trace: Of the second injection.']);
    expect(wordsOf({}, []).share.name).toBe('Main peak');
    // The result already has a line with the purity.
    expect(wordsOf({}).share).toBeNull();
  });

  it('the description distinguishes a chromatogram without peaks from a chromatogram whose main peak was not chosen', () => {
    expect(wordsOf({ main_peak: null, purity_percent: null }).note).toMatch(/^No main peak was named\. /);
    expect(wordsOf({ peaks: [], main_peak: null, purity_percent: null }).note).toMatch(
      /^No peak was found\. /,
    );
  });

  it('the note below a chromatogram states the limit and the time window of the method, and every uncounted peak', () => {
    const peak = { start_min: 6, end_min: 6.2, height_mau: 20, area: 2 };
    const uncounted = [
      { ...peak, retention_min: 6.021, area_percent: 2.4137, why: 'left_out' },
      { ...peak, retention_min: 9.98, area_percent: 1.2, why: 'left_out' },
      { ...peak, retention_min: 12, area_percent: 0.0234, why: 'below_limit' },
    ];
    const reporting = { limit_percent: 0.05, from_min: 2.4, to_min: 20 };
    const window = { from: 2.4, to: 20, unit: 'min', source: 'template' } as const;
    const words = wordsOf({ reporting, window, uncounted });
    expect(words.note).toContain(
      'Integrated from 2.40 to 20.00 min: the window of the method. Reporting limit 0.05 % of the area.',
    );
    expect(words.note).toContain('Not counted: 6.02 min (2.41 % of the area) and 9.98 min (1.20 %).');
    expect(words.note).toContain(
      'Below the reporting limit and not counted: 12.00 min (0.023 % of the area).',
    );
    expect(words.grey).toBe(', grey: not counted');
    expect(words.alt).toContain('and 3 in grey that are not counted');
    expect(wordsOf({})).toMatchObject({ grey: '', note: expect.not.stringContaining('Reporting limit') });
  });

  it('if no run is reported, the certificate states the number of unreported runs, and the attachment lists them', () => {
    const injections = [{ sha256: 'ab'.repeat(32), used: false, reason: 'The column leaked' }];
    const files = filesOf({ ...data, chromatogram: null, injections }, coveredCodePoints());
    expect(textOf(files, 'words.json').runs).toBe(
      '0 of 1 injections reported.\nNot reported, SHA-256 abababababab…: The column leaked.',
    );
    expect(textOf(files, 'result.json').injections).toEqual(injections);
  });
});
