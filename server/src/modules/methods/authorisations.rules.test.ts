import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closedTo, type Deed, isOpenTo, restrictionsOf, unknownMethods } from './authorisations.rules.ts';
import { foldMethod } from './method-names.rules.ts';

const METHODS = ['RP-HPLC-UV 214 nm', 'ICP-MS', 'LAL', 'Karl Fischer'];
/** Different spellings of one method. */
const spell = fc.constantFrom(
  (name: string) => name,
  (name: string) => name.toUpperCase(),
  (name: string) => ` ${name.toLowerCase()}.`,
  (name: string) => name.replaceAll('-', '–'),
  (name: string) => name.replaceAll(' ', '\u00a0\u200b'),
  (name: string) => name.replaceAll('P', 'Р').replaceAll('A', 'А'),
);
const person = fc.constantFrom('ann', 'ben', 'cem');
const list = fc.option(fc.uniqueArray(person), { nil: null });
const row = fc.record({ method: fc.constantFrom(...METHODS), measure: list, release: list });
const rows = fc.uniqueArray(row, { selector: ({ method }) => method });
const deed = fc.constantFrom<Deed>('measure', 'release');

describe('a method can be restricted to some people', () => {
  it('a person may use a line if its method has no list of people, or if the list contains the person', () => {
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(...METHODS),
        spell,
        spell,
        person,
        deed,
        (kept, method, stored, typed, who, what) => {
          const restrictions = restrictionsOf(kept.map((each) => ({ ...each, method: stored(each.method) })));
          const own = kept.find((each) => each.method === method)?.[what] ?? null;
          expect(isOpenTo(restrictions, what, typed(method), who)).toBe(own === null || own.includes(who));
        },
      ),
    );
  });

  it('a person may not use a line if one of the two restrictions of its method excludes the person', () => {
    fc.assert(
      fc.property(row, row, spell, person, deed, (one, other, written, who, what) => {
        const restrictions = restrictionsOf([one, { ...other, method: written(one.method) }]);
        const isIn = (people: string[] | null) => people === null || people.includes(who);
        expect(isOpenTo(restrictions, what, one.method, who)).toBe(isIn(one[what]) && isIn(other[what]));
      }),
    );
  });

  it("a draft's line is refused if the person may not use its method, and the refusal names the method", () => {
    fc.assert(
      fc.property(
        rows,
        fc.array(fc.tuple(fc.constantFrom(...METHODS), spell)),
        person,
        deed,
        (kept, typed, userId, what) => {
          const restrictions = restrictionsOf(kept);
          const methods = typed.map(([method, written]) => written(method));
          const closed = closedTo(restrictions, { deed: what, userId, methods });
          expect(closed).toEqual([
            ...new Set(methods.filter((method) => !isOpenTo(restrictions, what, method, userId))),
          ]);
        },
      ),
    );
  });
});

describe("a draft may use a method outside the test's template only while no method is restricted", () => {
  it('a method outside the template is refused while any method is restricted', () => {
    fc.assert(
      fc.property(
        rows,
        fc.subarray(METHODS),
        fc.constantFrom(...METHODS, 'HPLC-UV'),
        spell,
        (kept, known, method, written) => {
          const restrictions = restrictionsOf(kept);
          const names = [...known, ...kept.map((each) => each.method)].map(foldMethod);
          const isTold = kept.length === 0 || names.includes(foldMethod(method));
          expect(unknownMethods(restrictions, known, [written(method)])).toEqual(
            isTold ? [] : [written(method)],
          );
        },
      ),
    );
  });
});
