/** The largest number of streams per person, per address, and per process. */
export const MOST_STREAMS = { person: 8, address: 20, process: 2_000 };
/** How often a reader may open a stream. */
export const OPENINGS = { points: 60, seconds: 60 };
/** How many seconds a refused reader waits before the next attempt. */
export const WAIT_SECONDS = 30;

/** The names of the channels. */
export const channelOf = {
  person: (id: string) => `person:${id}`,
  staff: 'staff',
  group: (id: string) => `group:${id}`,
  groups: 'groups',
};
