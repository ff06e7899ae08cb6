import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differences, type Stretch } from './batch-marks';

/** Writes the marked parts in brackets. */
const drawn = (stretches: Stretch[]) =>
  stretches.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');

it.each([
  ['VP-24O1', 'VP-2401', 'VP-24[O]1', 'VP-24[0]1'],
  ['VP 2401', 'VP-2401', 'VP[ ]2401', 'VP[-]2401'],
  ['VP2401', 'VP-2401', 'VP2401', 'VP[-]2401'],
  ['vp-2401', 'VP-2401', '[vp]-2401', '[VP]-2401'],
  ['VP-2401', 'VP-2401', 'VP-2401', 'VP-2401'],
  ['demo fra O6', 'DEMO-FRA-06', '[demo fra O]6', '[DEMO-FRA-0]6'],
  ['', 'VP', '', '[VP]'],
  ['VP', '', '[VP]', ''],
])('for the batches %j and %j, the letters that differ are marked', (one, other, first, second) => {
  expect(differences(one, other).map(drawn)).toEqual([first, second]);
});

it('marking a difference keeps every letter', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '0', 'O', '-', '😀'), maxLength: 12 });
  const of = (stretches: Stretch[], wanted: (each: Stretch) => boolean) =>
    stretches.flatMap((each) => (wanted(each) ? [each.text] : [])).join('');
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [first, second] = differences(one, other);
      expect([of(first, () => true), of(second, () => true)]).toEqual([one, other]);
      expect(of(first, ({ differs }) => !differs)).toBe(of(second, ({ differs }) => !differs));
      for (const { text } of [...first, ...second]) expect(text).not.toBe('');
    }),
  );
});
