import { fireEvent, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PdfWithoutUs } from './pdf-without-us';

it('files that a reader drops one right after the other are all kept', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const view = render(<PdfWithoutUs />);
  const field = view.getByLabelText(/^Drop the three files here/);
  const pdf = new File(['%PDF-1.7'], 'dropped.pdf');
  const proof = new File(['c2sp.org/tlog-proof@v1'], 'dropped.tlog-proof');
  for (const file of [pdf, proof]) fireEvent.change(field, { target: { files: [file] } });
  expect(await view.findByText('dropped.tlog-proof')).toBeTruthy();
  expect(view.queryByText('dropped.pdf')).toBeTruthy();
});
