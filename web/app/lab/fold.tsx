import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { keep, readKept } from '../lib/kept';

const keptName = 'lab.sections';
/** Which sections the user has opened or closed in this session, on any sample. */
const left = () => readKept<Record<string, boolean>>(keptName) ?? {};

/** The two looks of a section: it is a main part of the screen, or it is inside a main part. */
const frames = {
  2: {
    section: 'min-w-0 rounded-sm border border-edge bg-sheet px-4 sm:px-6',
    title: 'display-3',
    body: 'grid min-w-0 gap-5 pt-1 pb-4 sm:pb-6',
  },
  3: { section: 'min-w-0 border-rule border-t', title: 'font-medium', body: 'grid min-w-0 gap-4 pt-1 pb-2' },
};

/**
 * A section that can be collapsed. A collapsed section shows a short summary and keeps its input. The session remembers
 * whether it is open. `needsLook` opens it, because a field inside was refused or waits for input.
 */
export function Fold({
  name,
  title,
  says,
  level = 2,
  startsOpen = true,
  needsLook = false,
  children,
}: {
  /** The name under which the session stores whether this section is open. */
  name: string;
  title: string;
  /** A short summary of the content, such as '3 photos'. */
  says: ReactNode;
  level?: 2 | 3;
  startsOpen?: boolean;
  needsLook?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(() => needsLook || (left()[name] ?? startsOpen));
  const body = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (needsLook) setOpen(true);
  }, [needsLook]);
  useEffect(() => {
    // A refused field could not take the focus while the section was collapsed, so it takes the focus now.
    if (isOpen && !wasOpen.current && needsLook && !document.activeElement?.matches('[aria-invalid="true"]'))
      body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, needsLook]);
  const toggle = () => {
    keep(keptName, { ...left(), [name]: !isOpen });
    // A user who opens the section with a click keeps the focus.
    wasOpen.current = !isOpen;
    setOpen(!isOpen);
  };
  const Heading = `h${level}` as const;
  const frame = frames[level];
  return (
    <section className={frame.section}>
      <div className="relative flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2 hover:text-accent">
        <Heading className={frame.title}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-describedby={isOpen ? undefined : `${id}says`}
            // The whole line is the button, because users with gloves miss a small arrow.
            className="py-1 pr-8 text-left after:absolute after:inset-0"
            onClick={toggle}
          >
            {title}
          </button>
        </Heading>
        {isOpen ? null : (
          <p id={`${id}says`} className="wrap-anywhere min-w-0 pr-8 text-ink-soft text-sm">
            {says}
          </p>
        )}
        <ChevronDown
          aria-hidden="true"
          className={`absolute top-4 right-0 size-5 text-ink-soft transition-transform ${isOpen ? 'rotate-180' : ''}`}
        />
      </div>
      <div
        ref={body}
        id={id}
        data-folded={isOpen ? undefined : ''}
        className={isOpen ? frame.body : 'hidden'}
      >
        {children}
      </div>
    </section>
  );
}

/** Opens the section that contains `field`, so that the field can take the focus. */
export function unfold(field: Element): void {
  const body = field.closest('[data-folded]');
  if (body) document.querySelector<HTMLElement>(`[aria-controls="${body.id}"]`)?.click();
}
