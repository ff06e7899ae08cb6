import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectorUnit, inUnit, signalUnit, unitInHeading } from './units.ts';

const named = (heading: string) => {
  const found = unitInHeading(heading);
  const unit = found?.isSignal ? signalUnit(found.name) : undefined;
  return found && (unit ? `${found.name} ${unit.unit} ${unit.perUnit}` : found.name);
};

describe('the reader finds the unit of a detector in a heading', () => {
  it.each([
    ['Signal (AU)', 'AU mAU 1000'],
    ['Absorbance, mAU', 'mAU mAU 1'],
    ['UV_214_\u00b5AU', '\u00b5AU mAU 0.001'],
    ['Response [V]', 'V mV 1000'],
    ['Detector A (mV)', 'mV mV 1'],
    ['uV', 'uV mV 0.001'],
    ['FID (pA)', 'pA pA 1'],
    ['nRIU', 'nRIU nRIU 1'],
    ['Y(Counts)', 'counts counts 1'],
    ['Сигнал, мВ', 'мВ mV 1'],
    ['Absorption (AE)', 'AE mAU 1000'],
    ['Abs (mUA)', 'mUA mAU 1'],
    ['Strom (uA)', 'uA µA 1'],
    ['Value (nC)', 'nC nC 1'],
    ['Conductivity (mS/cm)', 'mS/cm mS/cm 1'],
    ['Pump A (bar)', 'bar'],
    ['Oven, °C', '°C'],
  ])('the heading “%s” names the unit', (heading, unit) => {
    expect(named(heading)).toBe(unit);
  });

  it.each(['Signal', 'UV 214 nm', 'Intensity (a.u.)', 'Value', 'DAD1A', 'VWD', 'Absorbance', ''])(
    'the heading “%s” names no unit that a detector can have',
    (heading) => {
      expect(named(heading)).toBeUndefined();
    },
  );

  it('the reader knows the names that other formats use for units, and accepts no unknown name', () => {
    expect(detectorUnit('milliabsorbance unit')).toEqual({ unit: 'mAU', perUnit: 1 });
    expect(detectorUnit('volt')).toEqual({ unit: 'mV', perUnit: 1000 });
    for (const name of ['pA', 'counts', 'absorbance', '']) expect(detectorUnit(name)).toBeUndefined();
  });

  it('the reader keeps the unit of another detector with a warning, and refuses a unit that no detector has', () => {
    expect(signalUnit('mAU')).toEqual({ unit: 'mAU', perUnit: 1, warnings: [] });
    for (const [name, unit] of [
      ['nC', 'nC'],
      ['uRIU', '\u00b5RIU'],
      ['\u03bcA', '\u00b5A'],
      ['counts', 'counts'],
    ]) {
      expect(signalUnit(name ?? '')).toMatchObject({ unit, perUnit: 1, warnings: [{ code: 'other_unit' }] });
    }
    for (const name of ['bar', 'kelvin', 'nC per hour', '']) expect(signalUnit(name)).toBeUndefined();
  });

  it('converting a signal to another unit keeps every digit that the file has', () => {
    const typed = fc.tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(typed, ([digits, places]) => {
        const unit = { unit: 'mAU', perUnit: 1000 } as const;
        expect(inUnit(Number(`${digits}e-${places}`), unit)).toBe(Number(`${digits}e${3 - places}`) + 0);
      }),
    );
  });
});
