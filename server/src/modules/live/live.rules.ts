/** Streams that one process keeps open at a time: for a person, for an address without a person, and in all. */
export const MOST_STREAMS = { person: 8, address: 20, process: 2_000 };
/** How often one reader may open one. */
export const OPENINGS = { points: 60, seconds: 60 };
/** What a reader who was turned away waits before the next try. */
export const WAIT_SECONDS = 30;

/** Names of channels, as publishers and streams know them. */
export const channelOf = {
  person: (id: string) => `person:${id}`,
  staff: 'staff',
  group: (id: string) => `group:${id}`,
  groups: 'groups',
};
