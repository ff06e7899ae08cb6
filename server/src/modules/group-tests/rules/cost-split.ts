/** The costs of a group in cents, and how many people they are divided by. */
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

/** Divides cents equally. The first ones pay what is left over. @throws RangeError for nobody. */
export function evenShares(cents: number, people: number): number[] {
  if (people < 1) throw new RangeError('there is nobody to share');
  const each = Math.floor(cents / people);
  const odd = cents - each * people;
  return Array.from({ length: people }, (_, place) => each + (place < odd ? 1 : 0));
}

/** The most that a member pays without agreeing to more. */
export const mostAtMin = (cost: number, min: number): number => Math.ceil(cost / min);

/** The most that a member pays who agrees to pay for missing members. */
export const mostIfAgreed = (cost: number, min: number, joined: number): number =>
  cost - (joined - 1) * Math.floor(cost / min);

/** A member in the order of joining, and the most that the member agreed to pay. */
export type Pledge = { id: string; agreedCents: number | null };
export type Division = {
  shares: { id: string; cents: number }[];
  /** Members who agreed to less than their share would be. */
  cleared: string[];
};

/**
 * The shares if too few people joined. Members who agreed to pay more divide the missing money. If a share is more than
 * a member agreed to, that agreement is dropped and the money divided again. Empty if no agreement is left.
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

/** The shares if they are fixed with these members. `mayCover`: whether agreements to pay more are used. */
export function divide({ cost, min }: Terms, members: Pledge[], mayCover: boolean): Division {
  if (members.length >= min) {
    const parts = evenShares(cost, members.length);
    return { shares: members.map(({ id }, place) => ({ id, cents: parts[place] ?? 0 })), cleared: [] };
  }
  return mayCover && members.length > 0 ? divideGap(cost, min, members) : { shares: [], cleared: [] };
}

/** The price for a member who did not agree to pay more. If all agreed: the largest share. */
export function finalCostPerUser({ cost, min }: Terms, joined: number): number {
  return joined >= min ? Math.ceil(cost / joined) : Math.floor(cost / min);
}
