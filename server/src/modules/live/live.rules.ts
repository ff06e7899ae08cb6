/** The most open streams of a process: per person, per address without a person, and in total. */
export const MOST_STREAMS = { person: 8, address: 20, process: 2_000 };
/** How often a reader may open one. */
export const OPENINGS = { points: 60, seconds: 60 };
/** Seconds that a refused reader waits before the next attempt. */
export const WAIT_SECONDS = 30;

/** Names of channels, for publishers and streams. */
export const channelOf = {
  person: (id: string) => `person:${id}`,
  staff: 'staff',
  group: (id: string) => `group:${id}`,
  groups: 'groups',
};
