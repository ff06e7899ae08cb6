/** The usual conditions of a vial, which the page offers as buttons. */
export const usualConditions = ['Intact and sealed', 'Intact, label damaged', 'Leaking', 'Broken'];
