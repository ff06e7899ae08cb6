import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { downloadAs, safeFileName } from './file-names.ts';

describe('security 19 (5.4): files are sent as downloads', () => {
  it('security 19: no file name can break the header of a download', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
        const header = downloadAs(given);
        expect(header).toMatch(/^attachment; filename="[ !#-[\]-~]+"; filename\*=UTF-8''[\w.~%-]+$/);
        expect(safeFileName(given)).not.toMatch(/[/\\\0\r\n]/);
        expect(safeFileName(safeFileName(given))).toBe(safeFileName(given));
      }),
    );
  });
});
