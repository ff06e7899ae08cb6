/** The sentence on a page while the server is still counting its tests. */
export const BEING_COUNTED = 'This is being counted anew. Please try again in a moment.';
