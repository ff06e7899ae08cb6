import type { Measurement } from '@vialproof/contract/results';
import { purityFigure } from '@vialproof/science/measurement/purity';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ResultFigure } from './result-figure';

const line = (analyte: string, verdict: Measurement['verdict']): Measurement => ({
  analyte,
  method: 'HPLC-UV',
  value: 99.1,
  unit: '%',
  limit: '≥ 98 %',
  verdict,
});

const name = fc.constantFrom('Purity', 'Water', 'Endotoxin', 'Acetate', 'Mass', 'Purity (MS)');
const verdict = fc.constantFrom<Measurement['verdict'][]>('pass', 'fail', null);
const lines = fc
  .uniqueArray(name, { minLength: 1 })
  .chain((names) => fc.tuple(...names.map((each) => verdict.map((said) => line(each, said)))));

describe('a result shows one main number', () => {
  it('the main number of a result is its purity', () => {
    const area: Measurement = { ...line('HPLC purity', 'pass'), unit: '% area', value: 98.5 };
    const others = [line('Purity-corrected amount', 'pass'), line('Purity', 'pass')];
    const certain = { ...area, uncertainty: { basis: 'budget', U: 0.4 } } as const;
    const unitless = { ...area, unit: '', value: 98.5 };
    for (const quoted of [area, certain]) {
      const measurements = [...others, quoted];
      const result = { measurements, metrics: {}, purity: purityFigure(measurements) };
      const html = renderToStaticMarkup(<ResultFigure result={result} />);
      expect(html).toContain('98.5');
      expect(html).not.toContain('99.1');
    }
    const measurements = [line('Water', 'pass'), unitless];
    const result = { measurements, metrics: {}, purity: purityFigure(measurements) };
    expect(renderToStaticMarkup(<ResultFigure result={result} />)).toContain('98.5');
  });

  it('each line outside its limit is named, and no other line', () => {
    fc.assert(
      fc.property(lines, (measurements) => {
        const html = renderToStaticMarkup(<ResultFigure result={{ measurements, metrics: {} }} />);
        const failing = measurements.filter((each) => each.verdict === 'fail');
        for (const { analyte } of failing) expect(html).toContain(analyte);
        expect(/Fail|Outside its limit/.test(html)).toBe(failing.length > 0);
      }),
    );
  });
});
