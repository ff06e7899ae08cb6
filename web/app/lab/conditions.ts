/** Buttons for the usual conditions of a vial. */
export const usualConditions = ['Intact and sealed', 'Intact, label damaged', 'Leaking', 'Broken'];
