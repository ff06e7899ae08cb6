/** All browsers that an account does not know share one mail each 15 minutes: four an hour, whoever asks how often. */
export const SHARED_TURN_SECONDS = 900;
/** Each browser that it knows has one mail an hour besides. */
export const KNOWN_TURN_SECONDS = 3_600;
/** Networks that had a code within so long come after those that had none. */
export const NETWORK_TURN_SECONDS = 3_600;
/**
 * Codes in one mail, each for a browser of its own: 20 an hour for browsers that are not known, so at most 100 guesses of a
 * million an hour, and those only while the owner gets four mails about it.
 */
export const MOST_CODES = 5;
/** Who still waits after so long has gone, or has asked again. */
export const ASK_SECONDS = 3_600;

/** An ask of an address that has an account. */
export type WaitingAsk = {
  id: string;
  userId: string;
  /** Whether the address of the account is proved. */
  isProved: boolean;
  /** What asked: a browser that the account knows, or anything in a network. */
  asker: string;
  isKnown: boolean;
  network: string;
  askedAt: Date;
};

/** A mail to one account that answers these asks, and whose turn it takes: of a browser that is known, or the shared one. */
export type ResetMail<A> = { userId: string; asks: A[]; turn: string };

/** The turn that all share. */
export const SHARED = '';

/**
 * The mails that a mailbox gets now. `nextAt`: when the turn of a known browser, a network, or all comes, where it is not now.
 * A browser that the account knows has its own turn, in which strangers have no part; after that it waits with the others.
 */
export function planResetMails<A extends WaitingAsk>(
  asks: A[],
  nextAt: Map<string, Date>,
  now: Date,
): ResetMail<A>[] {
  const taken = new Set([...nextAt].flatMap(([turn, at]) => (at > now ? [turn] : [])));
  const mails: ResetMail<A>[] = [];
  const others: A[] = [];
  for (const ask of newestFirst(asks)) {
    if (ask.isKnown && !taken.has(ask.asker)) {
      taken.add(ask.asker);
      mails.push({ userId: ask.userId, asks: [ask], turn: ask.asker });
    } else {
      others.push(ask);
    }
  }
  // Of several accounts in one mailbox one whose address is proved comes first: a stranger can open the others.
  const first = others.find(({ isProved }) => isProved) ?? others[0];
  if (!first || taken.has(SHARED)) return mails;
  const { userId } = first;
  const mine = others.filter((ask) => ask.userId === userId);
  const shared = inTurn(mine, taken).slice(0, MOST_CODES);
  return [...mails, { userId, asks: shared, turn: SHARED }];
}

const newestFirst = <A extends WaitingAsk>(asks: A[]): A[] =>
  asks.toSorted((one, other) => other.askedAt.getTime() - one.askedAt.getTime());

/** The newest ask of each network, first of those whose turn is not taken; then the rest of them. */
function inTurn<A extends WaitingAsk>(newestFirst: A[], taken: Set<string>): A[] {
  const networks = new Set<string>();
  const [early, late, rest]: [A[], A[], A[]] = [[], [], []];
  for (const ask of newestFirst) {
    if (networks.has(ask.network)) rest.push(ask);
    else (taken.has(ask.network) ? late : early).push(ask);
    networks.add(ask.network);
  }
  return [...early, ...late, ...rest];
}

/**
 * The network of an address that asks: what one provider hands to one customer, or to few. `address`: IPv4, or the /64 of an
 * IPv6 address.
 */
export function networkOf(address: string): string {
  const isV6 = address.includes(':');
  return isV6 ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.');
}
