import fc from 'fast-check';
import { expect, it } from 'vitest';
import { batchIn } from './vial-batch';

const gs = '\u001d';

it.each([
  ['VP-2401', 'VP-2401'],
  ['  VP-2401\n', 'VP-2401'],
  ['ببتيد', 'ببتيد'],
  ['', null],
  [' \t', null],
  // GS1 elements in readable form.
  ['(01)09501101530003(10)AB-123(17)261231', 'AB-123'],
  ['(10)AB-123', 'AB-123'],
  ['(01)09501101530003(17)261231(10)AB(1)C', 'AB(1)C'],
  ['(01)09501101530003(17)261231', null],
  ['(10)', null],
  // GS1 elements as a scanner sends them.
  [`]C1010950110153000310AB-123${gs}17261231`, 'AB-123'],
  [`]d2010950110153000317261231${'10AB-123'}`, 'AB-123'],
  [`]C121SERIAL10X${gs}10AB-123`, 'AB-123'],
  [`${gs}010950110153000310AB-123`, 'AB-123'],
  [`21S${gs}10AB-123`, 'AB-123'],
  ['](C1', '](C1'],
  [']C10109501101530003', null],
  [']C110', null],
  [']C1', null],
  // A GS1 Digital Link.
  ['https://id.gs1.org/01/09501101530003/10/AB-123', 'AB-123'],
  ['https://maker.example/shop/01/09501101530003/22/2A/10/AB%2F123/21/7?17=261231', 'AB/123'],
  ['https://maker.example/gtin/09501101530003/lot/AB-123', 'AB-123'],
  ['https://id.gs1.org/01/09501101530003', null],
  ['https://id.gs1.org/01/09501101530003/10/%E0%A4%A', null],
  ['https://maker.example/', null],
  ['https://', null],
])('the code %j names the batch %j', (text, batch) => {
  expect(batchIn(text)).toBe(batch);
});

it('the batch is read from each kind of code that contains one', () => {
  const batch = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._/+-]{0,18}[A-Za-z0-9]$/);
  fc.assert(
    fc.property(batch, (lot) => {
      expect(batchIn(lot)).toBe(lot);
      expect(batchIn(`(01)09501101530003(10)${lot}(17)261231`)).toBe(lot);
      expect(batchIn(`]C1010950110153000310${lot}${gs}17261231`)).toBe(lot);
      expect(batchIn(`]d20109501101530003172612313103000123${'10'}${lot}`)).toBe(lot);
      expect(batchIn(`https://id.gs1.org/01/09501101530003/10/${encodeURIComponent(lot)}`)).toBe(lot);
    }),
  );
});

it('the search for a batch ends whatever a code contains', () => {
  fc.assert(
    fc.property(fc.constantFrom(']C1', ']d2', '(10)', gs, 'https://'), fc.string(), (start, text) => {
      const batch = batchIn(start + text);
      expect(batch === null || batch.length > 0).toBe(true);
    }),
  );
});
