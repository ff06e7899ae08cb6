/** What a group costs in cents, and among how many members it is split. */
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

/** Splits cents evenly, the odd ones on the earliest. @throws RangeError without anybody to pay. */
export function evenShares(cents: number, people: number): number[] {
  if (people < 1) throw new RangeError('there is nobody to share');
  const each = Math.floor(cents / people);
  const odd = cents - each * people;
  return Array.from({ length: people }, (_, place) => each + (place < odd ? 1 : 0));
}

/** The most that one who joins without agreeing to anything can be asked for. */
export const mostAtMin = (cost: number, min: number): number => Math.ceil(cost / min);

/** The most that a member who agrees to cover the gap would pay: all that the others leave. */
export const mostIfAgreed = (cost: number, min: number, joined: number): number =>
  cost - (joined - 1) * Math.floor(cost / min);

/** A member in the order of joining; `agreedCents`: the most this one agreed to, or null. */
export type Pledge = { id: string; agreedCents: number | null };
export type Division = {
  shares: { id: string; cents: number }[];
  /** Whose agreement did not reach, and no longer stands. */
  cleared: string[];
};

/**
 * Who pays what when fewer than `min` joined: members who did not agree pay floor(cost / min), those who agreed split
 * the rest evenly, the odd cents on the earliest. An agreement that would be exceeded is cleared and the rule tried
 * again. `shares` is empty when nobody is left who agreed.
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
 * What a lock would make of these members: the shares in the order of joining, or the agreements that fell on the way
 * to finding that too few are in. `mayCover`: whether agreements are settled now (at a deadline, by finalising a gap).
 */
export function divide({ cost, min }: Terms, members: Pledge[], mayCover: boolean): Division {
  if (members.length >= min) {
    const parts = evenShares(cost, members.length);
    return { shares: members.map(({ id }, place) => ({ id, cents: parts[place] ?? 0 })), cleared: [] };
  }
  return mayCover && members.length > 0 ? divideGap(cost, min, members) : { shares: [], cleared: [] };
}

/** What a member who agreed to nothing pays at most, once shares are frozen; all of them agreed: the largest. */
export function finalCostPerUser({ cost, min }: Terms, joined: number): number {
  return joined >= min ? Math.ceil(cost / joined) : Math.floor(cost / min);
}
