/** All unknown browsers together get a mail every 15 minutes at most. */
export const SHARED_TURN_SECONDS = 900;
/** A known browser gets a mail of its own every hour at most. */
export const KNOWN_TURN_SECONDS = 3_600;
/** A network that got a reset code within this time must wait until other networks got one. */
export const NETWORK_TURN_SECONDS = 3_600;
/**
 * The largest number of reset codes in one mail. Unknown browsers together get 20 codes an hour, so their guesses have
 * almost no chance.
 */
export const MOST_CODES = 5;
/** A request waits at most this long; later, the person has left or has asked again. */
export const ASK_SECONDS = 3_600;

/** A waiting request for an address that has an account. */
export type WaitingAsk = {
  id: string;
  userId: string;
  isProved: boolean;
  /** Who asked: a known browser, or any browser in a network. */
  asker: string;
  isKnown: boolean;
  network: string;
  askedAt: Date;
};

/**
 * One mail with codes for several requests of an account. `turn`: which waiting time begins with this mail, that of a
 * known browser or that of all other browsers together.
 */
export type ResetMail<A> = { userId: string; asks: A[]; turn: string };

/** Represents all unknown browsers, which share one waiting time. */
export const SHARED = '';

/**
 * Decides which mails with reset codes an account gets now. `nextAt`: when a known browser, a network, or all unknown
 * browsers may get the next one. Strangers cannot delay the mail of a known browser.
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
  // If several accounts use one mailbox, the verified one comes first, because a stranger can register others.
  const first = others.find(({ isProved }) => isProved) ?? others[0];
  if (!first || taken.has(SHARED)) return mails;
  const { userId } = first;
  const mine = others.filter((ask) => ask.userId === userId);
  const shared = inTurn(mine, taken).slice(0, MOST_CODES);
  return [...mails, { userId, asks: shared, turn: SHARED }];
}

const newestFirst = <A extends WaitingAsk>(asks: A[]): A[] =>
  asks.toSorted((one, other) => other.askedAt.getTime() - one.askedAt.getTime());

/**
 * The order of requests: first the newest one of each network that may get a mail, then those of other networks, then
 * the rest.
 */
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

/** The network of an address: the block of addresses that one customer of an internet provider has. */
export function networkOf(address: string): string {
  const isV6 = address.includes(':');
  return isV6 ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.');
}
