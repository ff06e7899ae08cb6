import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { translate } from '../testing/translate';
import { PhotoChoice } from './photo-button';

it('after a translator changed the page, the photo button still shows its upload', () => {
  const choice = (busy: boolean) => (
    <PhotoChoice label="Choose a photo" icon={<svg />} busy={busy} onFile={() => undefined} />
  );
  const { container, rerender } = render(choice(false));
  translate();
  rerender(choice(true));
  expect(container.textContent).toBe('Uploading…');
});
