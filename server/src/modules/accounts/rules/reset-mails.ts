/** All unknown browsers of an account share one mail per 15 minutes: four an hour, however many ask. */
export const SHARED_TURN_SECONDS = 900;
/** Each known browser also has one mail an hour of its own. */
export const KNOWN_TURN_SECONDS = 3_600;
/** Networks that got a code within this time come after those without. */
export const NETWORK_TURN_SECONDS = 3_600;
/**
 * Codes in one mail, each for its own browser: 20 an hour for unknown browsers, so at most 100 guesses of a million an
 * hour, and only while the owner gets four mails about it.
 */
export const MOST_CODES = 5;
/** A requester who still waits after this time has left, or has asked again. */
export const ASK_SECONDS = 3_600;

/** A request for an address with an account. */
export type WaitingAsk = {
  id: string;
  userId: string;
  /** Whether the account's address is verified. */
  isProved: boolean;
  /** The requester: a known browser, or any in a network. */
  asker: string;
  isKnown: boolean;
  network: string;
  askedAt: Date;
};

/** A mail to one account that answers these requests, and the turn it takes: a known browser's, or the shared one. */
export type ResetMail<A> = { userId: string; asks: A[]; turn: string };

/** The shared turn. */
export const SHARED = '';

/**
 * The mails that a mailbox gets now. `nextAt`: the next turn of a known browser, a network, or all, if it is not now. A
 * known browser has its own turn, independent of strangers; after that it waits with the others.
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
  // Of several accounts in one mailbox a verified one comes first: a stranger can register the others.
  const first = others.find(({ isProved }) => isProved) ?? others[0];
  if (!first || taken.has(SHARED)) return mails;
  const { userId } = first;
  const mine = others.filter((ask) => ask.userId === userId);
  const shared = inTurn(mine, taken).slice(0, MOST_CODES);
  return [...mails, { userId, asks: shared, turn: SHARED }];
}

const newestFirst = <A extends WaitingAsk>(asks: A[]): A[] =>
  asks.toSorted((one, other) => other.askedAt.getTime() - one.askedAt.getTime());

/** The newest request of each network, first of those with a free turn; then the rest. */
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
 * The network of a requesting address: the block that a provider gives to one customer, or to few. `address`: IPv4, or
 * the /64 of an IPv6 address.
 */
export function networkOf(address: string): string {
  const isV6 = address.includes(':');
  return isV6 ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.');
}
