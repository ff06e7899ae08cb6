/** A history of changes. Positions in its write-ahead log (WAL) can be compared: bytes from the beginning. */
type History = {
  /** The identity of the cluster, with the name of the database. */
  database: string;
  /** Each promotion of a standby begins another timeline. */
  timeline: number;
};

/** Where the primary is in its log. What it has inserted may not yet be on its disk, and then reaches no standby. */
export type PrimaryPosition = History & { inserted: bigint; flushed: bigint };

/** A position that a replica must have reached. */
export type WalPosition = History & { lsn: bigint };

/** How far a server has come that is asked as a replica. */
export type ReplicaStatus = WalPosition & { isStandby: boolean };

/** How old a read from the replica may be. */
export const MOST_LAG_MS = 5_000;

/** A question for the position of the primary. */
type Question = { changes: number; at: number };

const isSameHistory = (one: History, other: History) =>
  one.database === other.database && one.timeline === other.timeline;

/**
 * What a replica must have replayed before this process reads from it: every public change of which the process was
 * told, and what the primary had on its disk at most five seconds ago. A position that the primary states after a
 * notification is behind the commit that sent it.
 */
export class ReplicaFreshness {
  #changes = 0;
  /** A position behind the last known change. Undefined while the primary has not been asked since. */
  #changed: WalPosition | undefined;
  /** Positions of the primary with the times of the questions, the oldest first. */
  #stated: { at: number; position: PrimaryPosition }[] = [];

  /** The process was told of a public change, or may have missed one while it got no notifications. */
  told(): void {
    this.#changes += 1;
    this.#changed = undefined;
  }

  /** @param now milliseconds of a clock that is never set back. */
  ask = (now: number): Question => ({ changes: this.#changes, at: now });

  /** Takes the answer to a question. False if a change came meanwhile: then it counts for nothing. */
  answer({ changes, at }: Question, position: PrimaryPosition): boolean {
    if (changes !== this.#changes) return false;
    // A transaction that does not wait for the disk sends its notification before it is flushed.
    this.#changed ??= { ...position, lsn: position.inserted };
    // The position of another primary replaces those before, also when it is a smaller one.
    const before = this.#stated.filter((stated) => isSameHistory(stated.position, position));
    this.#stated = [...before, { at, position }];
    return true;
  }

  /** What the primary had on its disk at most five seconds ago. Undefined if that is not known. */
  bound(now: number): WalPosition | undefined {
    const first = this.#stated.findIndex(({ at }) => at >= now - MOST_LAG_MS);
    this.#stated.splice(0, first === -1 ? this.#stated.length : first);
    const position = this.#stated[0]?.position;
    return position && { ...position, lsn: position.flushed };
  }

  /** What the replica must have replayed for a read that begins now. Undefined: nothing may be read from it. */
  required(now: number): WalPosition | undefined {
    const bound = this.bound(now);
    if (!bound || !this.#changed) return undefined;
    return bound.lsn > this.#changed.lsn ? bound : this.#changed;
  }
}

/** Why a server cannot be read for this position. Undefined if it can. */
export function faultOf({ isStandby, ...replica }: ReplicaStatus, required: WalPosition): string | undefined {
  if (!isStandby) return 'it is no standby';
  if (replica.database !== required.database) return 'it is a standby of another database';
  if (replica.timeline !== required.timeline)
    return `it has not followed the primary from timeline ${replica.timeline} to ${required.timeline}`;
  if (replica.lsn < required.lsn) return `it is ${required.lsn - replica.lsn} bytes behind`;
  return undefined;
}
