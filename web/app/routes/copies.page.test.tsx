import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { RecoveryCodes } from '../features/dashboard/security/recovery-codes';
import { ShareLink } from '../features/groups/share-link';
import { button, main, openPage, toasts, user } from '../testing/open-page';
import { CopyButton } from '../ui/copy-button';

const Page = () => (
  <>
    <CopyButton text="10003" label="Copy task number" />
    <RecoveryCodes codes={['aaaa-bbbb']} email="a@example.test" />
    <ShareLink title="A group" />
  </>
);

it.each([
  ['Copy task number', 'Copied', '10003'],
  ['Copy', 'Recovery codes copied.', 'aaaa-bbbb'],
  ['Share this group', 'Link copied', window.location.href],
])(
  'the button “%s” reports that it copied, and reports when the browser blocks copying',
  async (name, done, text) => {
    openPage('/copies', { '/copies': { default: Page } });
    const told = () => [...toasts(), main().queryByText(done)?.textContent];
    const write = vi
      .spyOn(navigator.clipboard, 'writeText')
      .mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    await user.click(button(name));
    await waitFor(() =>
      expect(toasts()).toContain(
        'Your browser does not let this page copy. Select the text and copy it yourself.',
      ),
    );
    expect(told()).not.toContain(done);
    await user.click(button(name));
    await waitFor(() => expect(told()).toContain(done));
    expect(write).toHaveBeenLastCalledWith(text);
  },
);
