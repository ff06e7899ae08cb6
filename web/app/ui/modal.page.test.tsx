import { fireEvent, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Dialog } from './dialog';

it('the close event of a reopened dialog closes nothing; that of a closed one does', () => {
  const onClose = vi.fn();
  const { getByRole } = render(
    <Dialog open onClose={onClose} title="Photo">
      <p>Look</p>
    </Dialog>,
  );
  const dialog = getByRole('dialog', { hidden: true });
  dialog.setAttribute('open', '');
  fireEvent(dialog, new Event('close'));
  expect(onClose).not.toHaveBeenCalled();
  dialog.removeAttribute('open');
  fireEvent(dialog, new Event('close'));
  expect(onClose).toHaveBeenCalledOnce();
});
