/** The look of every box one types into. */
export const controlClass =
  'min-h-11 w-full rounded-sm border border-edge bg-sheet px-3 py-2 text-base text-ink transition-colors ' +
  'placeholder:text-ink-faint hover:border-ink-soft disabled:bg-wash disabled:text-ink-faint disabled:hover:border-edge ' +
  'aria-invalid:border-bad';
