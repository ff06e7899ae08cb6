/** The usual conditions of a vial, one touch each. */
export const usualConditions = ['Intact and sealed', 'Intact, label damaged', 'Leaking', 'Broken'];
