import type { Measurement } from '@vialproof/contract/results';
import { valueWithUnit } from '@vialproof/science/measurement/measurement-words';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metricsOf } from './api-metrics.ts';

const purity: Measurement = {
  analyte: 'Purity',
  method: 'RP-HPLC-UV 214 nm',
  value: 99.1,
  unit: '%',
  limit: '≥ 98.0',
  verdict: 'pass',
};

describe('the API writes each value in words', () => {
  it.each([
    [99.1, '%', '99.1 %'],
    ['< 0.05', 'µg/g', '< 0.05 µg/g'],
    ['< LOQ', 'µg/g', '< LOQ'],
    ['ND', 'µg/g', 'ND'],
    ['conforms', '', 'conforms'],
    [0.0000012, 'g', '0.0000012 g'],
    [-0.5, '', '-0.5'],
  ])('the value %s %s is written as %s', (value, unit, text) => {
    expect(valueWithUnit({ value, unit })).toBe(text);
  });
});

describe('metricsOf lists the values for the API', () => {
  it('metricsOf names each analyte with its value and unit', () => {
    const identity = { ...purity, analyte: 'Identity', method: 'LC-MS', value: 'conforms', unit: '' };
    expect(metricsOf([purity, identity])).toEqual({ Purity: '99.1 %', Identity: 'conforms' });
  });

  it('metricsOf adds the method to the name if two methods measured the analyte', () => {
    const second = { ...purity, method: 'CE-UV', value: 98.7 };
    expect(metricsOf([purity, second, { ...second, value: 98.6 }])).toEqual({
      'Purity (RP-HPLC-UV 214 nm)': '99.1 %',
      'Purity (CE-UV)': '98.7 %',
      'Purity (CE-UV) #2': '98.6 %',
    });
  });

  it('metricsOf keeps every measurement, and adds no other value', () => {
    const word = fc.constantFrom('Purity', 'As', 'Purity (LC)', 'Purity (LC) #2', '__proto__', 'constructor');
    const measurement = fc.record({
      analyte: word,
      method: fc.constantFrom('LC', 'LC) #2', 'MS'),
      value: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom('ND', '< 0.05')),
      unit: fc.constantFrom('', '%'),
      limit: fc.constant(''),
      verdict: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(measurement, { maxLength: 12 }), (list) => {
        const metrics = metricsOf(list);
        expect(Object.keys(metrics)).toHaveLength(list.length);
        expect(metricsOf(structuredClone(list))).toEqual(metrics);
        expect(Object.values(metrics).toSorted()).toEqual(list.map(valueWithUnit).toSorted());
      }),
    );
  });
});
