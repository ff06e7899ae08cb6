import { useQuery } from '@tanstack/react-query';
import type { Role } from '@vialproof/contract/accounts';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { unsentMailsQuery, waitingImportsQuery, waitingPaymentsQuery } from './queries';

interface Section {
  path: string;
  label: string;
  /** Paths whose pages belong to the section too. */
  below: string[];
  adminOnly: boolean;
  /** Whether reviewers, too, may open a section for admins. */
  reviewersToo?: true;
}

/** The sections of the laboratory, in the order of the navigation. */
const sections: Section[] = [
  { path: '/lab', label: 'Queue', below: ['/lab/requests'], adminOnly: false },
  { path: '/lab/intake', label: 'Intake', below: ['/lab/labels'], adminOnly: false },
  { path: '/lab/imports', label: 'Imports', below: ['/lab/imports'], adminOnly: false },
  { path: '/lab/catalog', label: 'Catalog', below: ['/lab/catalog'], adminOnly: true },
  { path: '/lab/methods', label: 'Methods', below: ['/lab/methods'], adminOnly: true, reviewersToo: true },
  { path: '/lab/makers', label: 'Makers', below: ['/lab/makers'], adminOnly: true },
  { path: '/lab/compounds', label: 'Compounds', below: ['/lab/compounds'], adminOnly: true },
  { path: '/lab/payments', label: 'Payments', below: ['/lab/payments'], adminOnly: true },
  { path: '/lab/groups', label: 'Groups', below: ['/lab/groups'], adminOnly: true },
  { path: '/lab/watches', label: 'Watches', below: ['/lab/watches'], adminOnly: true },
  { path: '/lab/showcases', label: 'Showcases', below: ['/lab/showcases'], adminOnly: true },
  { path: '/lab/mails', label: 'Mails', below: ['/lab/mails'], adminOnly: true },
  { path: '/lab/staff', label: 'Staff', below: ['/lab/staff'], adminOnly: true },
  { path: '/lab/keys', label: 'Keys', below: ['/lab/keys'], adminOnly: true },
  { path: '/lab/audit', label: 'Audit', below: ['/lab/audit'], adminOnly: true },
];

const holds = ({ path, below }: Section, here: string) =>
  here === path || below.some((start) => here === start || here.startsWith(`${start}/`));

const pathOf = (here: string) => sections.find((section) => holds(section, here))?.path;

/** Whether this address is about samples, so that the page handles scans. */
export function isBench(here: string): boolean {
  return !sections.some((section) => section.adminOnly && holds(section, here));
}

/** Whether a role may open this address. The API checks this too. */
export function mayOpen(role: Role, here: string): boolean {
  if (role === 'admin' || isBench(here)) return true;
  return role === 'reviewer' && sections.some((section) => section.reviewersToo && holds(section, here));
}

/** How many entries wait. Shows nothing for zero. `relative` keeps its hidden text inside the bar. */
function Count({ count = 0, words }: { count?: number; words?: string }) {
  return count > 0 ? (
    <span className="figures relative ml-1.5 rounded-full bg-bad-soft px-1.5 text-bad text-xs leading-5">
      {count}
      <span className="sr-only"> {words}</span>
    </span>
  ) : null;
}

/** The sections that this role may open. Renders nothing if there is only one section. */
export function SectionNav({ role }: { role: Role }) {
  const { pathname } = useLocation();
  const enabled = role === 'admin';
  const waiting = useQuery({ ...waitingPaymentsQuery, enabled }).data ?? 0;
  const unsent = useQuery({ ...unsentMailsQuery, enabled }).data ?? 0;
  const imports = useQuery(waitingImportsQuery).data ?? 0;
  const numbers: Record<string, { count: number; words: string }> = {
    '/lab/imports': { count: imports, words: 'waiting' },
    '/lab/payments': { count: waiting, words: 'to decide' },
    '/lab/mails': { count: unsent, words: 'not sent' },
  };
  const bar = useRef<HTMLUListElement>(null);
  // On a phone the bar is longer than the screen: the current section must be visible. Wider screens wrap it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bar grows when the numbers are loaded
  useEffect(() => {
    const here = bar.current?.querySelector<HTMLElement>(`[href="${pathOf(pathname)}"]`);
    if (bar.current && here) {
      const { left, width } = here.getBoundingClientRect();
      bar.current.scrollLeft += left + width / 2 - bar.current.clientWidth / 2;
    }
  }, [pathname, waiting, unsent, imports]);
  const mine = sections.filter(
    (section) => role === 'admin' || !section.adminOnly || (role === 'reviewer' && section.reviewersToo),
  );
  if (mine.length < 2) return null;
  return (
    <nav aria-label="Laboratory" className="border-rule border-b">
      <ul ref={bar} className="page flex gap-x-3 max-md:scroll-row sm:gap-x-5 md:flex-wrap">
        {mine.map((section) => (
          <li key={section.path} className="shrink-0">
            <Link
              to={section.path}
              aria-current={holds(section, pathname) ? 'page' : undefined}
              className="-mb-px inline-flex min-h-12 min-w-11 items-center justify-center border-transparent border-b-2 text-[0.9375rem] text-ink-soft hover:text-ink focus-visible:outline-offset-[-2px] aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {section.label}
              <Count {...numbers[section.path]} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
