/** Loads the code that reads pictures, when the first picture arrives. */
export const loadReader = () =>
  import('./read-picture').catch(() => {
    throw new Error('The reader for codes could not be loaded. Check the connection and try again.');
  });
