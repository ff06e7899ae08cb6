import { render, screen } from '@testing-library/react';
import type { Chromatogram } from '@vialproof/contract/results';
import { expect, it } from 'vitest';
import { RunOf } from './run-notes';

const TRACE: Chromatogram = {
  wavelength_nm: 214,
  minutes: [0, 1],
  signal_mau: [0, 1],
  peaks: [],
  main_peak: null,
  purity_percent: null,
  method: { name: 'm', version: '5' },
  sha256: 'a'.repeat(64),
};

it('the name of a sample has an element of its own', () => {
  const name = 'عينة <b>'.padEnd(60, 'x');
  const run = { sample_name: name, injected_at: '2026-07-17T05:48:00' };
  const { container } = render(<RunOf data={{ ...TRACE, ...run, injection_time: { source: 'file' } }} />);
  expect(screen.getByText(name).tagName).toBe('BDI');
  expect(container.textContent).toBe(
    `Sample “${name}”, injected 17 July 2026, 05:48 (as the instrument wrote it).`,
  );
});

it('a result without stored run data shows nothing about its run', () => {
  expect(render(<RunOf data={TRACE} />).container.textContent).toBe('');
});
