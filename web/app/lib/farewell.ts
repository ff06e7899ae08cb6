/** The navigation state with which a person arrives at the home page after deleting the account. */
export const FAREWELL = { isAccountDeleted: true };
