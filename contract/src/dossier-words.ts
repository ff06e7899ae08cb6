/** What is answered, with status 503, while counting takes longer than a reader waits. */
export const BEING_COUNTED = 'This is being counted anew. Please try again in a moment.';
