const bar =
  'absolute left-0 h-[1.5px] w-6 bg-current transition-[rotate,top] duration-200 in-[:has(#menu:popover-open)]:top-3 starting:rotate-0';

/** Two bars that become a cross while the menu is open. */
export function Hamburger() {
  return (
    <span aria-hidden="true" className="relative block size-6">
      <span className={`${bar} top-2 in-[:has(#menu:popover-open)]:rotate-45`} />
      <span className={`${bar} top-4 in-[:has(#menu:popover-open)]:-rotate-45`} />
    </span>
  );
}
