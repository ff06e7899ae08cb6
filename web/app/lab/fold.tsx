import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { keep, readKept } from '../lib/kept';

const keptName = 'lab.sections';
/** Which sections somebody has opened or folded in this session, of whatever sample. */
const left = () => readKept<Record<string, boolean>>(keptName) ?? {};

/** How a section is framed: as a task of the screen, or as a part of one. */
const frames = {
  2: {
    section: 'min-w-0 rounded-sm border border-edge bg-sheet px-4 sm:px-6',
    title: 'display-3',
    body: 'grid min-w-0 gap-5 pt-1 pb-4 sm:pb-6',
  },
  3: { section: 'min-w-0 border-rule border-t', title: 'font-medium', body: 'grid min-w-0 gap-4 pt-1 pb-2' },
};

/**
 * A section that folds. Folded it says in a few words what is inside; what was typed stays. It is remembered for the
 * session, and `needsLook` (something inside was refused or waits) opens it.
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
  /** What it is remembered by. */
  name: string;
  title: string;
  /** What is inside: '3 photos'. */
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
    // A field that was refused cannot take the cursor while it is folded away.
    if (isOpen && !wasOpen.current && needsLook && !document.activeElement?.matches('[aria-invalid="true"]'))
      body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, needsLook]);
  const toggle = () => {
    keep(keptName, { ...left(), [name]: !isOpen });
    // Whoever opens it by hand keeps the cursor.
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
            // The whole line is the button: gloves hit no small arrow.
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

/** Opens the section that `field` is folded away in, so that it can take the cursor. */
export function unfold(field: Element): void {
  const body = field.closest('[data-folded]');
  if (body) document.querySelector<HTMLElement>(`[aria-controls="${body.id}"]`)?.click();
}
