import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPOUNDS } from '../../../database/seed/compounds.ts';
import { massesOf, massFromIon, readFormula, type Substance } from './molecular-mass.rules.ts';

function substance(formula: string): Substance {
  const read = readFormula(formula);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

describe('the computed masses of a formula equal the known ones', () => {
  it.each([
    ['BPC-157', 'C62H98N16O22', 1419.54, 1418.7042],
    ['semaglutide', 'C187H291N45O59', 4113.58, 4111.1154],
    ['insulin', 'C257H383N65O77S6', 5807.58, 5803.6377],
    ['tesofensine', 'C17H23Cl2NO', 328.28, 327.1157],
    ['thyroxine', 'C15H11I4NO4', 776.87, 776.6867],
  ])('the masses of the formula of %s equal the known ones', (_, formula, average, monoisotopic) => {
    const found = substance(formula);
    expect(found.average).toBeCloseTo(average, 2);
    expect(found.monoisotopic).toBeCloseTo(monoisotopic, 3);
  });

  it('the mass of an ion is lower by the mass of its missing electron', () => {
    expect(massesOf(substance('C10H11N2+'))).toMatchObject({ charge: 1, ions: expect.arrayContaining([]) });
    expect(massesOf(substance('C10H11N2+')).ions[0]?.monoisotopic_mz).toBeCloseTo(159.0917, 4);
  });

  it('every seeded compound has a formula that can be read', () => {
    for (const { name, formula } of COMPOUNDS)
      expect([name, typeof readFormula(formula)]).toEqual([name, 'object']);
  });

  it('the masses include the m/z of protonated ions', () => {
    const bpc = massesOf(substance('C62H98N16O22'));
    expect(bpc.ions.map(({ charge }) => charge)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(bpc.ions[1]?.monoisotopic_mz).toBeCloseTo(710.3594, 3);
    expect(massesOf(substance('C187H291N45O59')).ions[3]?.monoisotopic_mz).toBeCloseTo(1028.7861, 3);
  });

  it('for a measured m/z, the charge that explains it is found', () => {
    const sema = substance('C187H291N45O59');
    expect(massesOf(sema, 1028.786).best).toMatchObject({ charge: 4, basis: 'monoisotopic' });
    expect(massesOf(sema, 1372.2).best).toMatchObject({ charge: 3, basis: 'average' });
    expect(massesOf(sema, 4113.6).best).toMatchObject({ charge: 0, basis: 'average' });
    expect(massesOf(substance('C990H1528N262O300S7'), 1229.3984).best?.charge).toBe(18);
  });

  it('the m/z of every ion of a formula is explained by this formula', () => {
    const formulas = fc.constantFrom(...COMPOUNDS.map(({ formula }) => formula));
    fc.assert(
      fc.property(formulas, fc.integer({ min: 0, max: 5 }), (formula, place) => {
        const found = substance(formula);
        const ion = massesOf(found).ions.at(place % massesOf(found).ions.length);
        if (!ion) throw new Error('there is no ion');
        const mass = massFromIon({ mz: ion.average_mz, charge: ion.charge }, found);
        expect(mass).toBeCloseTo(found.average, 6);
      }),
    );
  });
});

describe('an invalid formula is refused', () => {
  it.each([
    ['', /Give the formula/],
    ['   ', /Give the formula/],
    ['xx', /begins with an element/],
    ['Xx2', /no formula/],
    ['C999999H', /atoms|heavier/],
    ['C99999H', /heavier/],
    ['C62H98N16O22.C2HF3O2', /salt/],
    ['C-1', /no “-”/],
    ['C10$&H(+)', /no “\$”/],
    ['<b>C</b>', /no “<”/],
    ['C1.5H2', /salt/],
    ['C0', /no formula/],
    ['((((', /no formula/],
    ['5', /begins with an element/],
    ['H(2', /no formula/],
  ])('the formula “%s” is refused with a message', (formula, words) => {
    expect(readFormula(formula)).toMatch(words);
  });

  it('no text that is read as a formula throws an error', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'CHNOSClBr()[]+0123456789. -'), maxLength: 40 });
    fc.assert(
      fc.property(fc.oneof(letters, fc.string({ maxLength: 40 })), (formula) => {
        const read = readFormula(formula);
        if (typeof read !== 'string') {
          expect(read.average).toBeGreaterThan(0);
          expect(read.average).toBeLessThanOrEqual(200_001);
          expect(read.monoisotopic).toBeGreaterThan(0);
        }
      }),
    );
  });
});
