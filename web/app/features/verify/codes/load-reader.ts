/** What reads pictures, fetched when the first one is to be read. */
export const loadReader = () =>
  import('./read-picture').catch(() => {
    throw new Error('The reader for codes could not be loaded. Check the connection and try again.');
  });
