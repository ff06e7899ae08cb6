import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../testing/property-runs.ts';
import { faultOf, MOST_LAG_MS, type PrimaryPosition, ReplicaFreshness } from './replica-freshness.ts';

/** What is in the log: a public change, or something else. */
type Entry = { id: number; at: number; isPublic: boolean };
type Message =
  | { kind: 'change'; id: number }
  | { kind: 'answer'; question: Question; position: PrimaryPosition };
type Question = ReturnType<ReplicaFreshness['ask']>;
type Standby = {
  entries: Entry[];
  timeline: number;
  /** The timeline that it states; it may be behind. */
  stated: number;
  isStandby: boolean;
};

const FIRST = { database: '1 lab', timeline: 1 };

/**
 * A primary with its log, two standbys behind one address, and a process with one connection, on which notifications
 * and answers arrive in the order in which they were sent.
 */
class World {
  readonly freshness = new ReplicaFreshness();
  readonly standbys: Standby[] = [1, 2].map(() => ({ entries: [], timeline: 1, stated: 1, isStandby: true }));
  now = 0;
  timeline = 1;
  /** The log of the present primary. */
  log: Entry[] = [];
  /** The lengths of the log at which each timeline began. */
  forks = new Map([[1, 0]]);
  /** The timeline of the primary with which the process is connected. */
  connected: number | undefined;
  isConnected = false;
  sent: Message[] = [];
  question: Question | undefined;
  told = new Set<number>();
  #ids = 0;

  position = (): PrimaryPosition => {
    const inserted = BigInt(this.log.length);
    return { ...FIRST, timeline: this.timeline, inserted, flushed: inserted };
  };

  write(isPublic: boolean, isOwn: boolean): void {
    this.#ids += 1;
    const id = this.#ids;
    this.log.push({ id, at: this.now, isPublic });
    if (!isPublic) return;
    if (this.connected === this.timeline) this.sent.push({ kind: 'change', id });
    // A process hears of its own change twice: at its commit, and by the notification.
    if (isOwn) this.tell(id);
  }

  tell(id: number): void {
    this.freshness.told();
    this.told.add(id);
    this.ask();
  }

  ask(): void {
    if (this.isConnected) this.question ??= this.freshness.ask(this.now);
  }

  /** The primary answers the question. */
  answer(): void {
    if (!this.question || this.connected !== this.timeline) return;
    this.sent.push({ kind: 'answer', question: this.question, position: this.position() });
    this.question = undefined;
  }

  deliver(): void {
    const message = this.sent.shift();
    if (message?.kind === 'change') this.tell(message.id);
    if (message?.kind === 'answer' && !this.freshness.answer(message.question, message.position)) this.ask();
  }

  /** Another server is the primary. It lacks the last entries. The old connection may look alive. */
  failOver(lost: number, isNoticed: boolean): void {
    this.log = this.log.slice(0, Math.max(0, this.log.length - lost));
    this.timeline += 1;
    this.forks.set(this.timeline, this.log.length);
    this.log.push({ id: 0, at: this.now, isPublic: false });
    this.sent = [];
    this.question = undefined;
    if (isNoticed) this.isConnected = false;
  }

  /** A look that nothing interrupts. */
  look(): void {
    this.ask();
    this.answer();
    while (this.sent.length > 0) this.deliver();
  }

  connect(): void {
    this.connected = this.timeline;
    this.isConnected = true;
    this.sent = [];
    this.question = undefined;
    this.freshness.told();
    this.ask();
  }

  replay(standby: Standby, many: number): void {
    if (!standby.isStandby) return;
    // A standby with entries that the primary lost cannot follow it.
    const canFollow = standby.entries.every(({ id }, place) => this.log[place]?.id === id);
    if (!canFollow) return;
    standby.entries = this.log.slice(0, standby.entries.length + many);
    for (const [timeline, fork] of this.forks)
      if (standby.entries.length > fork) standby.timeline = Math.max(standby.timeline, timeline);
  }

  /** Reads from a standby if that is allowed. Undefined otherwise. */
  read(standby: Standby): Set<number> | undefined {
    const required = this.isConnected ? this.freshness.required(this.now) : undefined;
    const status = {
      ...FIRST,
      timeline: standby.stated,
      lsn: BigInt(standby.entries.length),
      isStandby: standby.isStandby,
    };
    if (!required || faultOf(status, required) !== undefined) return undefined;
    return new Set(standby.entries.map(({ id }) => id));
  }
}

const standbyNumber = fc.nat({ max: 1 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('write' as const),
      isPublic: fc.boolean(),
      isOwn: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('ask' as const, 'answer' as const, 'deliver' as const, 'look' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('replay' as const),
      number: standbyNumber,
      many: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('read' as const), number: standbyNumber }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 6_000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('failOver' as const),
      lost: fc.nat({ max: 3 }),
      isNoticed: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('connect' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('restartpoint' as const), number: standbyNumber }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constantFrom('promote' as const, 'rebuild' as const),
      number: standbyNumber,
    }),
  },
);

/** Takes the step; returns what a standby answered. */
function take(world: World, taken: typeof step extends fc.Arbitrary<infer S> ? S : never) {
  const standby = 'number' in taken ? world.standbys[taken.number] : undefined;
  if (taken.does === 'write') world.write(taken.isPublic, taken.isOwn);
  else if (taken.does === 'pass') world.now += taken.ms;
  else if (taken.does === 'failOver') world.failOver(taken.lost, taken.isNoticed);
  else if (!('number' in taken)) world[taken.does]();
  else if (!standby) throw new Error('there are two standbys');
  else if (taken.does === 'replay') world.replay(standby, taken.many);
  else if (taken.does === 'restartpoint') standby.stated = standby.timeline;
  else if (taken.does === 'promote') {
    // It takes entries of its own, and may state its old timeline.
    standby.isStandby = false;
    for (let own = 0; own < 9; own += 1)
      standby.entries = [...standby.entries, { id: -1, at: world.now, isPublic: true }];
  } else if (taken.does === 'rebuild')
    Object.assign(standby, { entries: [], timeline: 1, stated: 1, isStandby: true });
  else return world.read(standby);
  return undefined;
}

describe('a replica is read only if it has what this process knows of', () => {
  it('no read misses a change that the process was told of, is older than the bound, or shows a lost change', () => {
    let reads = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
        const world = new World();
        world.connect();
        for (const taken of steps) {
          const seen = take(world, taken);
          if (!seen) continue;
          reads += 1;
          for (const { id, at } of world.log) {
            if (world.told.has(id) || at < world.now - MOST_LAG_MS) expect(seen).toContain(id);
          }
          if (world.connected !== world.timeline) continue;
          const present = new Set(world.log.map(({ id }) => id));
          for (const id of seen) expect(present).toContain(id);
        }
      }),
      { numRuns: cases(4_000) },
    );
    // Otherwise nothing would be shown.
    expect(reads).toBeGreaterThan(100);
  });

  it('after each change the replica is read again as soon as it has replayed it', () => {
    const world = new World();
    const [standby] = world.standbys;
    if (!standby) throw new Error('there are two standbys');
    const settle = () => {
      world.answer();
      world.deliver();
    };
    world.connect();
    expect(world.read(standby)).toBeUndefined();
    settle();
    expect(world.read(standby)).toBeDefined();
    world.write(true, false);
    world.deliver();
    expect(world.read(standby)).toBeUndefined();
    settle();
    expect(world.read(standby)).toBeUndefined();
    world.replay(standby, 1);
    expect(world.read(standby)).toEqual(new Set([1]));
    world.now = MOST_LAG_MS + 1;
    expect(world.read(standby)).toBeUndefined();
  });

  it('after a failover the position of the new primary counts, though it is smaller', () => {
    const world = new World();
    const [standby] = world.standbys;
    if (!standby) throw new Error('there are two standbys');
    world.connect();
    for (let written = 0; written < 9; written += 1) world.write(false, false);
    world.look();
    world.failOver(5, true);
    expect(world.read(standby)).toBeUndefined();
    world.replay(standby, 9);
    world.connect();
    world.look();
    expect(world.freshness.required(world.now)).toMatchObject({ timeline: 2, lsn: 5n });
    expect(world.read(standby)).toBeUndefined();
    standby.stated = standby.timeline;
    expect(world.read(standby)?.size).toBe(5);
  });
});
