/** The sentence of the answer with status 503, which the server sends if counting takes too long. */
export const BEING_COUNTED = 'This is being counted anew. Please try again in a moment.';
