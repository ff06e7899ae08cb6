import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SampleAndTurnaround } from './turnaround-of';

it('a card shows the sample and the promised turnaround of a test', () => {
  const item = { sample_requirement: '1 sealed vial', tat_text: '5-7 business days after receipt' };
  const text = renderToStaticMarkup(<SampleAndTurnaround item={item} />).replace(/<[^>]*>/g, ' ');
  expect(text.replace(/\s+/g, ' ').trim()).toBe(
    'Sample: 1 sealed vial TAT: 5-7 business days after receipt (promised)',
  );
});
