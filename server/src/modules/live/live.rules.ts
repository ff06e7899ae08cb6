/** The most open streams of a process: per signed-in person, per address of strangers, and in total. */
export const MOST_STREAMS = { person: 8, address: 20, process: 2_000 };
/** How often one reader may open a stream. */
export const OPENINGS = { points: 60, seconds: 60 };
/** How many seconds a refused reader waits before the next attempt. */
export const WAIT_SECONDS = 30;

/** The names of the channels, for code that publishes and for streams that listen. */
export const channelOf = {
  person: (id: string) => `person:${id}`,
  staff: 'staff',
  group: (id: string) => `group:${id}`,
  groups: 'groups',
};
