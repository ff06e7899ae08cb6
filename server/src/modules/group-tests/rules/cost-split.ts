/** The cost of a group in cents, and the number of members to split it. */
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

/** Splits cents evenly; the earliest members pay the odd cents. @throws RangeError without payers. */
export function evenShares(cents: number, people: number): number[] {
  if (people < 1) throw new RangeError('there is nobody to share');
  const each = Math.floor(cents / people);
  const odd = cents - each * people;
  return Array.from({ length: people }, (_, place) => each + (place < odd ? 1 : 0));
}

/** The most that a member who agreed to nothing can be asked to pay. */
export const mostAtMin = (cost: number, min: number): number => Math.ceil(cost / min);

/** The most that a member pays who agrees to cover the gap: the whole rest. */
export const mostIfAgreed = (cost: number, min: number, joined: number): number =>
  cost - (joined - 1) * Math.floor(cost / min);

/** A member in the order of joining. `agreedCents`: the most that the member agreed to pay, or null. */
export type Pledge = { id: string; agreedCents: number | null };
export type Division = {
  shares: { id: string; cents: number }[];
  /** Members whose agreed amount was too low, so that their agreement is void. */
  cleared: string[];
};

/**
 * The shares when fewer than `min` members joined. Members who agreed to nothing pay floor(cost / min). Members who
 * agreed split the rest evenly, and the earliest pay the odd cents. If a share exceeds its member's agreement, that
 * agreement is cleared and the rule is applied again. `shares` is empty when no agreement is left.
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

/**
 * What a lock with these members would give: the shares in the order of joining, or, if too few members joined, the
 * agreements that were cleared. `mayCover`: whether agreements are used now (at a deadline, or when a gap is
 * finalised).
 */
export function divide({ cost, min }: Terms, members: Pledge[], mayCover: boolean): Division {
  if (members.length >= min) {
    const parts = evenShares(cost, members.length);
    return { shares: members.map(({ id }, place) => ({ id, cents: parts[place] ?? 0 })), cleared: [] };
  }
  return mayCover && members.length > 0 ? divideGap(cost, min, members) : { shares: [], cleared: [] };
}

/** The most that a member who agreed to nothing pays for final shares; if all agreed, the largest share. */
export function finalCostPerUser({ cost, min }: Terms, joined: number): number {
  return joined >= min ? Math.ceil(cost / joined) : Math.floor(cost / min);
}
