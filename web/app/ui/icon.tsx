// Drawn here rather than taken from lucide: its component base alone is 1.7 kB compressed on every public page.
const drawings = {
  alert: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5v5M12 16.2v.1',
  'arrow-left': 'M20 12H4M11 5l-7 7 7 7',
  'arrow-right': 'M4 12h16M13 5l7 7-7 7',
  check: 'M4.5 12.5l5 5 10-11',
  'check-round': 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12.2l2.8 2.8L16 9.4',
  'chevron-down': 'M6 9.5l6 6 6-6',
  clip: 'M19.5 11.5l-8 8a5 5 0 0 1-7-7L13 4a3.4 3.4 0 0 1 4.8 4.8l-8.3 8.3a1.7 1.7 0 0 1-2.4-2.4l7.6-7.6',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  download: 'M12 4v11M7 10.5l5 5 5-5M4.5 20h15',
  filters: 'M3 7h10M19 7h2M16 4.5v5M3 17h3M12 17h9M9 14.5v5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  minus: 'M5 12h14',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4.5l12 7.5-12 7.5z',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 8.5V4h10v4.5M7 17H4V8.5h16V17h-3M7 14h10v6H7z',
  share: 'M12 15V4M8 7.5L12 4l4 3.5M6 11v9h12v-9',
  x: 'M6 6l12 12M18 6L6 18',
};

export type IconName = keyof typeof drawings;
export const icons = Object.keys(drawings) as IconName[];

/**
 * A small line drawing in the text's colour, for the eye only: a word stands beside it or in the label around it.
 * It has a size of its own for the page without its style sheet.
 */
export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      <path d={drawings[name]} />
    </svg>
  );
}
