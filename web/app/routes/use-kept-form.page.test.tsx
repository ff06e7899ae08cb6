import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Role } from '@vialproof/contract/accounts';
import type { ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { RecordForm } from '../lab/admin/makers/record-form';
import { Intake } from '../lab/requests/intake';
import { useKeptText } from '../lab/use-kept-form';
import { readKept } from '../lib/kept';
import { loseSession, startSession } from '../lib/session';
import { idOf, SIGNED_IN } from '../testing/answers';
import { button, expectAddress, field, fill, openPage } from '../testing/open-page';
import login from './login';

const ID = idOf(7);
const signInAs = (id: string) =>
  startSession({ ...SIGNED_IN, user: { ...SIGNED_IN.user, id, role: 'analyst' as Role } });

/** Types a note in the intake of a sample, then the session ends, and this user signs in. */
async function intakeAfterSignInOf(id: string) {
  signInAs('analyst');
  const server = openPage(
    '/lab/requests/7',
    {
      '/lab/requests/7': { default: () => <Intake id={ID} task={10_007} /> },
      '/login': { default: login },
    },
    { [`POST /api/lab/requests/${ID}/intake`]: { data: { request: { id: ID, task_number: 10_007 } } } },
  );
  fill('Note (optional)', 'The cap is loose.\nThe label is wet.');
  fill('Condition', 'Opened');
  act(() => loseSession());
  await expectAddress('/login?next=%2Flab%2Frequests%2F7&why=ended');
  act(() => signInAs(id));
  await screen.findByLabelText('Condition');
  return server;
}

it('the input of a form in the laboratory is there again after the same user signs in again, until it is saved', async () => {
  await intakeAfterSignInOf('analyst');
  expect(field('Note (optional)').value).toBe('The cap is loose.\nThe label is wet.');
  expect(field('Condition').value).toBe('Opened');
  fireEvent.click(button('Accept sample'));
  await screen.findByText('Sample 10007 received.');
  expect(Object.keys(sessionStorage).filter((key) => key.includes('lab.'))).toEqual([]);
});

it('the input of a form in the laboratory is not shown to another user', async () => {
  await intakeAfterSignInOf('reviewer');
  expect(field('Note (optional)').value).toBe('');
  expect(field('Condition').value).toBe('');
});

const step = { mutate: () => undefined, error: null, isPending: false } as unknown as ComponentProps<
  typeof RecordForm
>['step'];

it("a maker's answer that was typed before a reload is in the form again, over the stored record", async () => {
  const form = (
    <RecordForm
      kept="lab.maker.7"
      label="Name"
      longest={200}
      record={{ confirmed: true, answer: 'The former answer.' }}
      name="Acme"
      step={step}
    />
  );
  const { unmount } = render(form);
  expect(field('Name').value).toBe('Acme');
  fill(/The maker’s answer/, 'The new answer.\nIt has two lines.');
  unmount();
  render(form);
  await waitFor(() => expect(field(/The maker’s answer/).value).toBe('The new answer.\nIt has two lines.'));
  expect(field('Name').value).toBe('Acme');
  // Input that equals the record again is not stored.
  fill(/The maker’s answer/, 'The former answer.');
  expect(readKept('lab.maker.7')).toBeNull();
});

function Texts() {
  const [text, setText] = useKeptText('lab.7.handling');
  return (
    <>
      <input aria-label="Words" value={text ?? ''} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={() => setText(null)}>
        Save
      </button>
    </>
  );
}

it('a text that was typed before a reload is there again until it is saved', () => {
  const { unmount } = render(<Texts />);
  fill('Words', 'Use gloves.');
  unmount();
  render(<Texts />);
  expect(field('Words').value).toBe('Use gloves.');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(readKept('lab.7.handling')).toBeNull();
});
