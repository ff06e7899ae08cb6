/** All unknown browsers together get a mail every 15 minutes at most. */
export const SHARED_TURN_SECONDS = 900;
/** A known browser gets a mail of its own every hour at most. */
export const KNOWN_TURN_SECONDS = 3_600;
/** A network that got a code within this time comes later than others. */
export const NETWORK_TURN_SECONDS = 3_600;
/**
 * The most codes in one mail, each for its own browser. Unknown browsers together get 20 codes an hour, so they have at
 * most 100 guesses of a million an hour, and only while the owner gets four mails about it.
 */
export const MOST_CODES = 5;
/** A request waits at most this long: its requester has left by then, or has asked again. */
export const ASK_SECONDS = 3_600;

/** A waiting request for an address that has an account. */
export type WaitingAsk = {
  id: string;
  userId: string;
  /** Whether the account's address is verified. */
  isProved: boolean;
  /** The requester: a known browser, or any browser of a network. */
  asker: string;
  isKnown: boolean;
  network: string;
  askedAt: Date;
};

/** A mail to one account that answers these requests. `turn`: a known browser's own turn, or the shared turn. */
export type ResetMail<A> = { userId: string; asks: A[]; turn: string };

/** The key under which all unknown browsers together wait for their reset mails. */
export const SHARED = '';

/**
 * The mails that a mailbox gets now. `nextAt`: the time of the next turn of a known browser, of a network, or of all
 * browsers; turns in the past are free. A known browser has its own turn, which strangers cannot use up. Its further
 * requests wait with the others.
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
  // If several accounts share the mailbox, a verified account comes first: a stranger can register the others.
  const first = others.find(({ isProved }) => isProved) ?? others[0];
  if (!first || taken.has(SHARED)) return mails;
  const { userId } = first;
  const mine = others.filter((ask) => ask.userId === userId);
  const shared = inTurn(mine, taken).slice(0, MOST_CODES);
  return [...mails, { userId, asks: shared, turn: SHARED }];
}

const newestFirst = <A extends WaitingAsk>(asks: A[]): A[] =>
  asks.toSorted((one, other) => other.askedAt.getTime() - one.askedAt.getTime());

/** Sorts requests: the newest of each network with a free turn, then of the other networks, then the rest. */
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
 * The network of a requesting address: the block of addresses that an internet provider gives to one customer, or to a
 * few. `address`: IPv4, or the /64 of an IPv6 address.
 */
export function networkOf(address: string): string {
  const isV6 = address.includes(':');
  return isV6 ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.');
}
