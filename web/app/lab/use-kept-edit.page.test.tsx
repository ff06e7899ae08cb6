import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { field, fill } from '../testing/open-page';
import { useKeptEdit } from './use-kept-edit';

/** A form whose server stores texts in capitals, once `stored` is resolved. */
function Words({ stored }: { stored: Promise<void> }) {
  const [words, setWords] = useState('ONE');
  const kept = useKeptEdit({
    name: 'lab.7.words',
    start: null,
    mine: words,
    stored: { version: 1, edit: 'ONE' },
    contentOf: String,
    show: setWords,
  });
  const save = async () => {
    await stored;
    kept.savedAs(words, { version: 2, edit: words.toUpperCase() });
  };
  return (
    <>
      <input aria-label="Words" value={words} onChange={({ target }) => setWords(target.value)} />
      <button type="button" onClick={save}>
        Save
      </button>
      <p>{kept.isDirty ? 'Not saved yet' : `Version ${kept.version}`}</p>
    </>
  );
}

it.each([
  ['is replaced by what the server stored', 'two', 'TWO', 'Version 2'],
  ['stays if the user has typed more since, and is not saved yet', 'two three', 'two three', 'Not saved yet'],
])('the input of a save %s', async (_, typedSince, shown, state) => {
  const stored = Promise.withResolvers<void>();
  render(<Words stored={stored.promise} />);
  fill('Words', 'two');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fill('Words', typedSince);
  await act(async () => stored.resolve());
  expect(field('Words').value).toBe(shown);
  screen.getByText(state);
});
