/** How often each part is killed, in per cent. */
export const KILLS = {
  server: 50,
  'server while it starts': 8,
  postmaster: 14,
  backend: 14,
  'server and postmaster': 14,
};
export type Kill = keyof typeof KILLS;

export const isKill = (word: string): word is Kill => Object.hasOwn(KILLS, word);

/** Chooses a part at random. Each part has its own chance. */
export function pickKill(kinds: readonly [Kill, ...Kill[]]): Kill {
  let left = Math.random() * kinds.reduce((sum, kind) => sum + KILLS[kind], 0);
  for (const kind of kinds) {
    left -= KILLS[kind];
    if (left < 0) return kind;
  }
  return kinds[0];
}
