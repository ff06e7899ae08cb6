/** How many connections for news one person, one address and the whole process may have. */
export const MOST_STREAMS = { person: 8, address: 20, process: 2_000 };
/** How often a browser may open a live connection. */
export const OPENINGS = { points: 60, seconds: 60 };
/** How many seconds a refused browser must wait. */
export const WAIT_SECONDS = 30;

/** The names of the channels on which news is sent inside the server. */
export const channelOf = {
  person: (id: string) => `person:${id}`,
  staff: 'staff',
  group: (id: string) => `group:${id}`,
  groups: 'groups',
};
