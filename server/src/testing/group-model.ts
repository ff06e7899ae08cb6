/**
 * The rules of group tests once more, as simple as possible: one object, no database, times in hours. A property test
 * makes the same steps here and in the application, and compares.
 */
const WEEK = 7 * 24;
type Member = { who: number; pledge: number | undefined };
export type Share = {
  seat: number;
  cents: number;
  who: number | undefined;
  state: 'open' | 'due' | 'paid' | 'dropped' | 'refunded';
  payBy: number;
  /** The provider has not decided yet about this payment. */
  isUnderWay: boolean;
  /** The cents that were received and stay: the whole share, or less if an admin accepted less. */
  kept?: number;
  /** Cents that are too few and wait for an admin's decision. */
  waiting?: number;
};

export class GroupModel {
  phase: 'open' | 'gap' | 'collecting' | 'short' | 'testing' | 'cancelled' = 'open';
  members: Member[] = [];
  shares: Share[] = [];
  until = 0;
  charged = 0;
  returned = 0;
  readonly cost: number;
  readonly min: number;
  readonly target: number;
  readonly deadline: number;

  constructor(cost: number, min: number, target: number, deadline: number) {
    this.cost = cost;
    this.min = min;
    this.target = target;
    this.deadline = deadline;
  }

  private get isFree(): boolean {
    return this.phase === 'open' || this.phase === 'gap';
  }

  private memberOf(who: number): Member | undefined {
    return this.members.find((member) => member.who === who);
  }

  private live(): Share[] {
    return this.shares.filter(({ state }) => state === 'open' || state === 'due' || state === 'paid');
  }

  /** Gives out cents one by one, each to the next person. */
  private deal(cents: number, people: number): number[] {
    const parts = new Array<number>(people).fill(Math.trunc(cents / people));
    let left = cents - parts.reduce((sum, part) => sum + part, 0);
    for (let place = 0; left > 0; place += 1, left -= 1) parts[place] = (parts[place] ?? 0) + 1;
    return parts;
  }

  private freeze(amounts: number[], now: number): void {
    this.phase = 'collecting';
    this.shares = this.members.map(({ who }, place) => ({
      seat: place + 1,
      cents: amounts[place] ?? 0,
      who,
      state: 'due',
      payBy: now + WEEK,
      isUnderWay: false,
    }));
  }

  private cover(now: number): boolean {
    const base = Math.trunc(this.cost / this.min);
    while (this.members.some(({ pledge }) => pledge !== undefined)) {
      const brave = this.members.filter(({ pledge }) => pledge !== undefined);
      const parts = this.deal(this.cost - base * (this.members.length - brave.length), brave.length);
      const hurt = brave.filter(({ pledge }, place) => (parts[place] ?? 0) > (pledge ?? 0));
      if (hurt.length === 0) {
        this.freeze(
          this.members.map((member) => (brave.includes(member) ? (parts[brave.indexOf(member)] ?? 0) : base)),
          now,
        );
        return true;
      }
      for (const member of hurt) member.pledge = undefined;
    }
    return false;
  }

  private settle(now: number): boolean {
    if (this.members.length < this.min) return this.cover(now);
    this.freeze(this.deal(this.cost, this.members.length), now);
    return true;
  }

  /** What happens only because time passes. It comes before each step. */
  tick(now: number): void {
    if (this.phase === 'open' && this.deadline <= now && !this.settle(now)) {
      this.phase = 'gap';
      this.until = this.deadline + WEEK;
    }
    if (this.phase === 'gap' && this.until <= now && !this.settle(now)) this.phase = 'cancelled';
  }

  private refundAll(): void {
    for (const share of this.live()) {
      if (share.state === 'paid') this.returned += share.kept ?? share.cents;
      this.returned += share.waiting ?? 0;
      share.waiting = 0;
      share.state = share.state === 'paid' ? 'refunded' : 'dropped';
    }
    this.phase = 'cancelled';
  }

  /** What the job that runs every minute does. */
  minute(now: number): void {
    this.tick(now);
    if (this.phase === 'short' && this.until <= now && this.live().some(({ state }) => state === 'open')) {
      this.refundAll();
    }
    for (const share of this.live()) {
      if (share.state !== 'due' || share.payBy > now || share.isUnderWay || share.waiting) continue;
      share.state = 'dropped';
      this.shares.push({
        seat: share.seat,
        cents: share.cents,
        who: undefined,
        state: 'open',
        payBy: 0,
        isUnderWay: false,
      });
      if (!this.live().some(({ who }) => who === share.who)) {
        this.members = this.members.filter(({ who }) => who !== share.who);
      }
      if (this.phase === 'collecting') this.until = share.payBy + WEEK;
      this.phase = 'short';
    }
  }

  private take(who: number, now: number): boolean {
    const free = this.live()
      .sort((one, other) => one.seat - other.seat)
      .find(({ state }) => state === 'open');
    if (!free) return false;
    Object.assign(free, { who, state: 'due', payBy: now + 24 });
    return true;
  }

  join(who: number, now: number): string {
    this.tick(now);
    if (this.memberOf(who)) return 'already_joined';
    if (this.isFree) {
      this.members.push({ who, pledge: undefined });
      const enough = this.phase === 'gap' && this.members.length >= this.min;
      if (enough || this.members.length === this.target) this.settle(now);
      return 'ok';
    }
    if (this.phase !== 'short' || !this.take(who, now)) {
      return this.members.length >= this.target ? 'group_full' : 'group_locked';
    }
    this.members.push({ who, pledge: undefined });
    return 'ok';
  }

  leave(who: number, now: number): string {
    this.tick(now);
    if (!this.memberOf(who)) return 'not_a_member';
    if (!this.isFree) return 'group_locked';
    this.members = this.members.filter((member) => member.who !== who);
    return 'ok';
  }

  agree(who: number, now: number): string {
    this.tick(now);
    const member = this.memberOf(who);
    if (!member) return 'not_a_member';
    if (this.isFree) {
      if (this.members.length >= this.min) return 'no_gap';
      member.pledge = this.cost - (this.members.length - 1) * Math.trunc(this.cost / this.min);
      return 'ok';
    }
    if (this.phase !== 'short') return 'group_locked';
    const own = this.live().filter((share) => share.who === who);
    if (own.some(({ state }) => state === 'due')) return 'no_gap';
    if (!own.some(({ state }) => state === 'paid')) return 'not_a_member';
    return this.take(who, now) ? 'ok' : 'no_gap';
  }

  finalise(now: number): string {
    this.tick(now);
    if (!this.isFree) return 'group_locked';
    if (this.phase === 'open' && this.members.length < this.min) return 'too_few_members';
    return this.settle(now) ? 'ok' : 'too_few_members';
  }

  cancel(now: number): string {
    this.tick(now);
    if (this.phase === 'cancelled') return 'wrong_state';
    this.refundAll();
    return 'ok';
  }

  /** The share that this person could pay now. */
  due(who: number): Share | undefined {
    return this.live().find((share) => share.who === who && share.state === 'due');
  }

  /** Too little money arrives for a share. Its deadline stops until an admin decides. */
  landShort(share: Share, cents: number): void {
    this.charged += cents;
    share.waiting = cents;
  }

  /** An admin takes it as the full amount, or refunds it and gives the person at least a day to pay again. */
  decide(share: Share, isTaken: boolean, now: number): void {
    const cents = share.waiting ?? 0;
    share.waiting = 0;
    if (isTaken) {
      this.pay(share, cents);
      return;
    }
    this.returned += cents;
    share.payBy = Math.max(share.payBy, now + 24);
  }

  /** Money arrives for a share. It is kept if the person may still pay this share, otherwise it is refunded. */
  land(share: Share): void {
    share.isUnderWay = false;
    this.charged += share.cents;
    if (share.state !== 'due') {
      this.returned += share.cents;
      return;
    }
    this.pay(share, share.cents);
  }

  private pay(share: Share, cents: number): void {
    share.state = 'paid';
    share.kept = cents;
    if (this.live().every(({ state }) => state === 'paid')) this.phase = 'testing';
  }
}
