import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { CodeInput } from './code-input';

function Boxes() {
  const [value, setValue] = useState('');
  return <CodeInput label="Code" value={value} onChange={setValue} />;
}

const pasted = (text: string) => {
  render(<Boxes />);
  fireEvent.paste(screen.getByLabelText('Character 1 of 6'), { clipboardData: { getData: () => text } });
  return screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
};

it.each([
  '123456',
  '123 456',
  '123-456',
  '１２３４５６',
  'Your code is 123456.',
  'Vialproof: 123456',
  'Code 123 456, valid for 10 minutes\n',
])('the code input finds the code in the pasted text “%s”', (text) => {
  expect(pasted(text).join('')).toBe('123456');
});

it.each([
  ['ab 12', 'ab12'],
  ['1234567', '123456'],
])('“%s” contains no code, so its letters and digits fill the boxes', (text, filled) => {
  expect(pasted(text).join('')).toBe(filled);
});
