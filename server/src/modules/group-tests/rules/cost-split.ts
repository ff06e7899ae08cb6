/** The costs of a group in cents, and how many members share them. */
export type Terms = { cost: number; min: number; target: number };

export const termsOf = (group: {
  testCents: number;
  shippingCents: number;
  vialCents: number;
  minSeats: number;
  targetSeats: number;
}): Terms => ({
  cost: group.testCents + group.shippingCents + group.vialCents,
  min: group.minSeats,
  target: group.targetSeats,
});

/** Divides cents equally; the first members pay the rest. @throws RangeError for nobody. */
export function evenShares(cents: number, people: number): number[] {
  if (people < 1) throw new RangeError('there is nobody to share');
  const each = Math.floor(cents / people);
  const odd = cents - each * people;
  return Array.from({ length: people }, (_, place) => each + (place < odd ? 1 : 0));
}

/** The most that a member pays without agreeing to more. */
export const mostAtMin = (cost: number, min: number): number => Math.ceil(cost / min);

/** The most that a member pays after agreeing to cover missing members. */
export const mostIfAgreed = (cost: number, min: number, joined: number): number =>
  cost - (joined - 1) * Math.floor(cost / min);

/** A member in the order of joining, and the most that the member agreed to pay. */
export type Pledge = { id: string; agreedCents: number | null };
export type Division = {
  shares: { id: string; cents: number }[];
  /** Members whose agreement was too low. */
  cleared: string[];
};

/**
 * The shares if too few members joined. Members who agreed to more divide the missing money. If a share is higher than
 * a member agreed, this agreement is removed and the rest divided again. Empty if no agreement is left.
 */
export function divideGap(cost: number, min: number, members: Pledge[]): Division {
  const cleared: string[] = [];
  const base = Math.floor(cost / min);
  for (;;) {
    const agreeing = members.filter(({ id, agreedCents }) => agreedCents !== null && !cleared.includes(id));
    if (agreeing.length === 0) return { shares: [], cleared };
    const rest = cost - base * (members.length - agreeing.length);
    const parts = evenShares(rest, agreeing.length);
    const over = agreeing.filter(({ agreedCents }, place) => (parts[place] ?? 0) > (agreedCents ?? 0));
    if (over.length === 0) {
      const byId = new Map(agreeing.map(({ id }, place) => [id, parts[place] ?? 0]));
      return { shares: members.map(({ id }) => ({ id, cents: byId.get(id) ?? base })), cleared };
    }
    cleared.push(...over.map(({ id }) => id));
  }
}

/** The shares if the group is locked with these members. `mayCover`: whether agreements to pay more are used now. */
export function divide({ cost, min }: Terms, members: Pledge[], mayCover: boolean): Division {
  if (members.length >= min) {
    const parts = evenShares(cost, members.length);
    return { shares: members.map(({ id }, place) => ({ id, cents: parts[place] ?? 0 })), cleared: [] };
  }
  return mayCover && members.length > 0 ? divideGap(cost, min, members) : { shares: [], cleared: [] };
}

/** The price of a member who did not agree to more; if all agreed, the largest share. */
export function finalCostPerUser({ cost, min }: Terms, joined: number): number {
  return joined >= min ? Math.ceil(cost / joined) : Math.floor(cost / min);
}
