import type { Clock } from './clock.ts';
import type { EncodedAnswer } from './encoded-answer.ts';

/**
 * Answers by key, the same for everybody, for a short time: at most `mostBytes` of them, those asked for longest ago
 * forgotten first. `forgetAll` takes effect at once, also for answers being made at that moment: they go to those who
 * asked before it and to nobody else.
 * @param isTrusted whether news of changes arrive; while they do not, nothing is kept or sent twice.
 */
export function createKeptAnswers(options: {
  mostBytes: number;
  maxAgeSeconds: number;
  clock: Clock;
  isTrusted: () => boolean;
}) {
  const { mostBytes, clock, isTrusted } = options;
  const kept = new Map<string, { answer: EncodedAnswer; until: number }>();
  let making = new Map<string, Promise<EncodedAnswer>>();
  let bytes = 0;

  function forget(key: string): void {
    bytes -= kept.get(key)?.answer.size ?? 0;
    kept.delete(key);
  }

  function keep(key: string, answer: EncodedAnswer): void {
    forget(key);
    kept.set(key, { answer, until: clock.now().getTime() + options.maxAgeSeconds * 1000 });
    bytes += answer.size;
    for (const oldest of kept.keys()) {
      if (bytes <= mostBytes) break;
      forget(oldest);
    }
  }

  return {
    find(key: string): EncodedAnswer | undefined {
      const found = kept.get(key);
      if (!found || !isTrusted()) return undefined;
      if (found.until <= clock.now().getTime()) {
        forget(key);
        return undefined;
      }
      // The last in the map is the one asked for last.
      kept.delete(key);
      kept.set(key, found);
      return found.answer;
    },

    /** One making at a time for each key; whoever asks meanwhile waits for the same. What throws is not kept. */
    make(key: string, work: () => Promise<EncodedAnswer>): Promise<EncodedAnswer> {
      if (!isTrusted()) return work();
      // Forgetting puts a new map here: what was begun before it ends in the old one.
      const round = making;
      const underway = round.get(key);
      if (underway) return underway;
      const made = work()
        .then((answer) => {
          if (round === making && isTrusted()) keep(key, answer);
          return answer;
        })
        .finally(() => round.delete(key));
      round.set(key, made);
      return made;
    },

    forgetAll(): void {
      kept.clear();
      bytes = 0;
      making = new Map();
    },

    /** How much is kept now. */
    load: () => ({ answers: kept.size, bytes }),
  };
}
