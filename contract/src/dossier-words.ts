/** The answer, with status 503, if counting takes too long. */
export const BEING_COUNTED = 'This is being counted anew. Please try again in a moment.';
