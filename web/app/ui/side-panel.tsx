import type { ReactNode, Ref } from 'react';
import { keepTabInside } from './modal';

/**
 * A panel at the right edge of the page. Any button with `popoverTarget={id}` opens and closes it, also without
 * scripts. Escape and a click outside close it.
 */
export function SidePanel({
  id,
  label,
  ref,
  children,
}: {
  id: string;
  label: string;
  ref?: Ref<HTMLDialogElement>;
  children: ReactNode;
}) {
  return (
    <dialog
      ref={ref}
      id={id}
      popover="auto"
      aria-label={label}
      onKeyDown={keepTabInside}
      className="m-0 ml-auto h-dvh max-h-none w-[min(26rem,100%)] max-w-none bg-paper text-ink transition-transform duration-200 backdrop:bg-veil open:starting:translate-x-full"
    >
      <div className="flex min-h-full flex-col px-[clamp(1rem,4vw,2.5rem)] pb-8">{children}</div>
    </dialog>
  );
}
