/** The picture reader, loaded for the first picture. */
export const loadReader = () =>
  import('./read-picture').catch(() => {
    throw new Error('The reader for codes could not be loaded. Check the connection and try again.');
  });
