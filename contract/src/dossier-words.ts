/** The sentence that a page shows while the server is still counting a dossier. */
export const BEING_COUNTED = 'This is being counted anew. Please try again in a moment.';
