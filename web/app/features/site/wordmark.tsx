import { Link } from 'react-router';
import { useConfig } from '../../lib/config';

/** The logo of the laboratory: one peak on a baseline, and the name. */
export function Wordmark() {
  const brand = useConfig()?.brand.name ?? '';
  return (
    <Link
      to="/"
      className="flex min-h-11 min-w-0 items-center min-[70rem]:shrink-0 gap-2.5 text-ink hover:text-accent"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 28 22"
        width="28"
        height="22"
        className="h-5.5 w-7 shrink-0 text-accent max-[14rem]:hidden"
        fill="none"
      >
        <path
          d="M1 20h7.5c2.6 0 3-18.5 4.5-18.5S14.800 20 17.500 20c1.6 0 1.800-4.200 3-4.200S22 20 23.5 20H27"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="font-display font-medium text-[1.375rem] leading-none tracking-tight">{brand}</span>
    </Link>
  );
}
