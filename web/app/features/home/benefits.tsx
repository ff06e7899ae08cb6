import { useEffect, useRef, useState } from 'react';

const benefits = [
  {
    title: 'Accurate and reliable results',
    text: 'Identity by mass, purity and amount by chromatography, each with its method, unit and limit. A result is published only after a second person has checked it.',
  },
  {
    title: 'Verified accuracy with two unique codes',
    text: 'Every test carries a task number and a unique key. Whoever holds both can ask the laboratory’s own records whether the certificate is genuine and still current.',
  },
  {
    title: 'Showcase research',
    text: 'Pay-to-display shows your public result in Discoveries for a week, marked as paid. You see its weekly views, counted day by day, and renewal takes one click; it never renews itself. It changes no figure, no search and no other order.',
  },
];

function Peak() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 200"
      width="320"
      height="200"
      className="h-auto w-full"
      fill="none"
    >
      <path d="M0 170h320" className="stroke-rule" />
      <path d="M0 60h320" className="stroke-rule" strokeDasharray="3 5" />
      <path
        d="M4 168h44c5 0 6-10 10-10s5 10 10 10h28c6 0 7-6 11-6s5 6 9 6h22c12 0 13-136 24-136s12 134 27 135.5c6 .5 8 .5 12 .5h14c5 0 7-14 11-14s6 14 12 14h82"
        className="stroke-accent"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <text x="176" y="24" className="figures fill-ink text-[14px]">
        99.12 %
      </text>
      <text x="4" y="54" className="fill-ink-soft text-[13px]">
        limit
      </text>
    </svg>
  );
}

function Codes() {
  return (
    <div aria-hidden="true" className="grid w-full content-center gap-4">
      <div className="border-ink border-t pt-2">
        <p className="label">Task number</p>
        <p className="figures text-2xl">10482</p>
      </div>
      <div className="border-ink border-t pt-2">
        <p className="label">Unique key</p>
        <p className="figures text-2xl">7Q2M-K9XD-4RTB</p>
      </div>
      <p className="flex items-center gap-2 text-good text-sm">
        <span className="size-2 rounded-full bg-good" />
        Verified (Public)
      </p>
    </div>
  );
}

const weeks = [22, 35, 31, 48, 56, 52, 74, 69, 88];

function Views() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 200"
      width="320"
      height="200"
      className="h-auto w-full"
      fill="none"
    >
      {weeks.map((views, week) => (
        <rect
          key={views}
          x={6 + week * 35}
          y={170 - views * 1.5}
          width="24"
          height={views * 1.5}
          className={week === 8 ? 'fill-accent' : 'fill-rule'}
        />
      ))}
      <path d="M0 170h320" className="stroke-ink" />
      <text x="4" y="191" className="fill-ink-soft text-[13px]">
        Views a week
      </text>
    </svg>
  );
}

const pictures = [<Peak key="peak" />, <Codes key="codes" />, <Views key="views" />];
const frame =
  'grid aspect-[8/5] w-full min-w-0 grid-cols-[minmax(0,1fr)] items-center rounded-sm border border-rule bg-sheet p-6';

/**
 * Three reasons to use the laboratory. On a wide screen one picture changes with the text in the middle. With reduced
 * motion each text has its own picture.
 */
export function Benefits() {
  const [active, setActive] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const items = [...(list.current?.children ?? [])];
    const seen = new IntersectionObserver(
      (entries) => {
        const entered = entries.find((entry) => entry.isIntersecting);
        if (entered) setActive(items.indexOf(entered.target));
      },
      // The text that crosses the middle of the screen counts as the text that is being read.
      { rootMargin: '-50% 0px -50% 0px' },
    );
    for (const item of items) seen.observe(item);
    return () => seen.disconnect();
  }, []);
  return (
    <section className="page mt-24 md:mt-36" aria-labelledby="benefits">
      <h2 id="benefits" className="label border-rule border-t pt-6">
        Benefits
      </h2>
      <div className="grid gap-x-16 md:motion-safe:grid-cols-2">
        <div className="hidden md:motion-safe:block print:hidden">
          <div className="sticky top-[calc(50vh-10rem)] py-10">
            <div className={frame}>
              {pictures.map((picture, place) => (
                <div
                  key={picture.key}
                  className={`col-start-1 row-start-1 w-full transition-opacity duration-500 ${place === active ? '' : 'opacity-0'}`}
                >
                  {picture}
                </div>
              ))}
            </div>
            <p aria-hidden="true" className="figures mt-4 flex gap-4 text-sm">
              {benefits.map((benefit, place) => (
                <span
                  key={benefit.title}
                  className={place === active ? 'text-accent' : 'text-ink-faint'}
                >{`0${place + 1}`}</span>
              ))}
            </p>
          </div>
        </div>
        <ol ref={list}>
          {benefits.map((benefit, place) => (
            <li
              key={benefit.title}
              data-active={place === active}
              className="grid grid-cols-[minmax(0,1fr)] content-center gap-4 py-8 transition-colors duration-300 md:motion-safe:min-h-[44vh] md:motion-reduce:grid-cols-2 md:motion-reduce:gap-x-16 print:min-h-0 print:break-inside-avoid md:motion-safe:text-ink-soft md:motion-safe:data-[active=true]:text-ink print:text-ink"
            >
              <div className={`mb-2 md:row-span-2 md:motion-safe:hidden print:max-w-60 print:grid ${frame}`}>
                {pictures[place]}
              </div>
              <h3 className="display-2 self-end">{benefit.title}</h3>
              <p className="max-w-[46ch] text-lg">{benefit.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
