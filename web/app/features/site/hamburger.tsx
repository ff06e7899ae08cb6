/** Two bars that become a cross, and back. */
export function Hamburger({ open }: { open: boolean }) {
  const bar = 'absolute left-0 h-[1.5px] w-6 bg-current transition-[rotate,top] duration-200';
  return (
    <span aria-hidden="true" className="relative block size-6">
      <span className={`${bar} ${open ? 'starting:top-2 top-3 rotate-45 starting:rotate-0' : 'top-2'}`} />
      <span className={`${bar} ${open ? '-rotate-45 top-3 starting:top-4 starting:rotate-0' : 'top-4'}`} />
    </span>
  );
}
