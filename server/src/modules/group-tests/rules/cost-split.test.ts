import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  divide,
  divideGap,
  evenShares,
  finalCostPerUser,
  mostAtMin,
  mostIfAgreed,
  type Pledge,
} from './cost-split.ts';

const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0);
const pledges = (joined: number, agreed: number[], cents: number | null = null): Pledge[] =>
  Array.from({ length: joined }, (_, place) => ({
    id: `m${place}`,
    agreedCents: agreed.includes(place) ? (cents ?? 1_000_000) : null,
  }));

describe("a group's cost is divided among its members", () => {
  it('15 members divide a cost of 34,000 cents: ten pay 2,267 and five pay 2,266', () => {
    const { shares } = divide({ cost: 34_000, min: 15, target: 15 }, pledges(15, []), false);
    expect(shares.map(({ cents }) => cents)).toEqual([...Array(10).fill(2267), ...Array(5).fill(2266)]);
  });

  it('if 12 of 15 members joined and 3 agreed to pay more, nine pay 2,266, one 4,536 and two 4,535 cents', () => {
    const { shares } = divideGap(34_000, 15, pledges(12, [1, 4, 9]));
    expect(shares.map(({ cents }) => cents).sort((a, b) => a - b)).toEqual([
      ...Array(9).fill(2266),
      4535,
      4535,
      4536,
    ]);
    expect(shares[1]?.cents).toBe(4536);
  });

  it('if 12 of 15 members joined and none agreed to pay more, there are no shares', () => {
    expect(divideGap(34_000, 15, pledges(12, []))).toEqual({ shares: [], cleared: [] });
  });

  it('if a member agreed to less than the new share, the missing money is divided again without this member', () => {
    // The member agreed when twelve people were in the group. Since then two people have left.
    const most = mostIfAgreed(34_000, 15, 12);
    expect(most).toBe(9074);
    const { shares, cleared } = divideGap(34_000, 15, pledges(10, [0], most));
    expect(cleared).toEqual(['m0']);
    expect(shares).toEqual([]);
  });

  it('equal shares add up to the cost and differ by at most a cent; members who joined later pay the lower ones', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 10_000_000 }),
        fc.integer({ min: 1, max: 200 }),
        (cost, people) => {
          const shares = evenShares(cost, people);
          expect(sum(shares)).toBe(cost);
          expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
          expect([...shares].sort((a, b) => b - a)).toEqual(shares);
        },
      ),
    );
  });

  it('no share is higher than its member agreed to, and the shares always add up to the cost', () => {
    const members = fc.array(fc.option(fc.integer({ min: 0, max: 400_000 }), { nil: null }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 400_000 }),
        fc.integer({ min: 1, max: 60 }),
        members,
        (cost, min, agreed) => {
          const people = agreed.map((agreedCents, place) => ({ id: `m${place}`, agreedCents }));
          const { shares, cleared } = divide({ cost, min, target: 60 }, people, true);
          if (shares.length === 0) {
            expect(people.length).toBeLessThan(min);
            for (const { id, agreedCents } of people) {
              expect(agreedCents === null || cleared.includes(id)).toBe(true);
            }
            return;
          }
          expect(sum(shares.map(({ cents }) => cents))).toBe(cost);
          for (const [place, { cents }] of shares.entries()) {
            const person = people[place];
            const stands = person && person.agreedCents !== null && !cleared.includes(person.id);
            const most = people.length >= min || !stands ? mostAtMin(cost, min) : (person.agreedCents ?? 0);
            expect(cents).toBeLessThanOrEqual(most);
            expect(cents).toBeGreaterThan(0);
          }
          const plain = shares.filter(({ id }) => {
            const person = people.find((each) => each.id === id);
            return person?.agreedCents === null || cleared.includes(id);
          });
          for (const { cents } of plain) {
            expect(cents).toBeLessThanOrEqual(finalCostPerUser({ cost, min, target: 60 }, people.length));
          }
        },
      ),
    );
  });

  it('if one member agreed to pay all missing money, this is always enough', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 400_000 }),
        fc.integer({ min: 2, max: 60 }),
        fc.nat(),
        (cost, min, seed) => {
          const joined = 1 + (seed % (min - 1));
          const people = pledges(joined, [seed % joined], mostIfAgreed(cost, min, joined));
          const { shares, cleared } = divideGap(cost, min, people);
          expect(cleared).toEqual([]);
          expect(sum(shares.map(({ cents }) => cents))).toBe(cost);
        },
      ),
    );
  });
});
