import { fireEvent, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Dialog } from './dialog';

it('a dialog that was opened again ignores a late event of its earlier closing', () => {
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
