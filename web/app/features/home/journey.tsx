import { useEffect, useState } from 'react';
import { Icon } from '../../ui/icon';

const steps = [
  {
    title: 'Submit request',
    text: 'Choose a test, describe the specimen, decide between public and private, and pay on the payment provider’s page.',
  },
  {
    title: 'Send sample',
    text: 'Your dashboard shows the address, what to send and the task number that goes into the package.',
  },
  {
    title: 'Laboratory analysis',
    text: 'The sample is taken in, measured and reviewed. You follow each step by its status.',
  },
  {
    title: 'Receive results',
    text: 'Read the result, download the Certificate of Analysis and share its number and key.',
  },
];

// One line drawing a step: the form, the parcel with its vial, the trace, the certificate. The accent is what counts in it.
const drawings: [ink: string, accent: string][] = [
  ['M62 8h116v134H62zM78 30h52M78 72h84M78 92h84M78 50h84', 'M78 112h40v16H78z'],
  [
    'M36 62l84-26 84 26v58l-84 24-84-24zM36 62l84 24 84-24M120 86v58M150 98l34-10M150 110l20-6',
    'M108 8h24v8h-24zM111 16v10l-5 6v36h28V32l-5-6V16M106 46h28',
  ],
  [
    'M30 8v126h184M30 134v6M76 134v6M122 134v6M168 134v6M214 134v6',
    'M34 128h28c4 0 5-9 8-9s4 9 8 9h26c10 0 12-112 18-112s8 112 18 112h16c4 0 5-14 9-14s5 14 9 14h34',
  ],
  [
    'M62 8h116v134H62zM78 28h60M78 46h84M78 60h84M78 74h84M78 88h50M78 104h22v22H78zM86 112h6v6h-6z',
    'M132 116l9 9 20-22',
  ],
];

const intervalMs = 4_000;
const button =
  'grid size-11 place-items-center rounded-sm border border-edge hover:border-accent hover:text-accent';

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function Drawing({ place }: { place: number }) {
  const [ink, accent] = drawings[place] ?? [];
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 240 150"
      fill="none"
      strokeWidth="1.5"
      strokeLinejoin="round"
      className="row-start-1 w-full max-md:col-start-1 max-md:max-w-52 max-md:justify-self-end md:col-start-3"
    >
      <path d={ink} className="stroke-edge" />
      <path d={accent} strokeWidth="2" strokeLinecap="round" className="stroke-accent" />
    </svg>
  );
}

/** Four steps; moves on every four seconds unless one points at it, works in it, stops it or wants no motion. */
export function Journey() {
  const [step, setStep] = useState(0);
  const [held, setHeld] = useState(false);
  const [stopped, setStopped] = useState(false);

  useEffect(() => {
    if (prefersStillness()) setStopped(true);
  }, []);

  // Depends on the step as well: after a click the next move is a full interval away.
  useEffect(() => {
    if (held || stopped) return;
    const timer = setTimeout(() => setStep((step + 1) % steps.length), intervalMs);
    return () => clearTimeout(timer);
  }, [step, held, stopped]);

  const go = (to: number) => setStep((to + steps.length) % steps.length);

  return (
    <section
      className="page mt-20 md:mt-28"
      aria-roledescription="carousel"
      aria-label="The journey of a test"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="flex flex-wrap items-center justify-between gap-4 border-rule border-t pt-6">
        <h2 className="label">The journey</h2>
        <div className="flex items-center gap-2">
          <button
            type="button"
            className={button}
            aria-label={stopped ? 'Play' : 'Pause'}
            onClick={() => setStopped(!stopped)}
          >
            {stopped ? <Icon name="play" /> : <Icon name="pause" />}
          </button>
          <button type="button" className={button} aria-label="Previous step" onClick={() => go(step - 1)}>
            <Icon name="arrow-left" className="size-5" />
          </button>
          <button type="button" className={button} aria-label="Next step" onClick={() => go(step + 1)}>
            <Icon name="arrow-right" className="size-5" />
          </button>
        </div>
      </div>
      <ol className="mt-8 grid" aria-live={held || stopped ? 'polite' : 'off'}>
        {steps.map((item, place) => (
          <li
            key={item.title}
            aria-hidden={place !== step}
            className={`col-start-1 row-start-1 grid content-start gap-x-10 gap-y-4 transition-opacity duration-500 md:grid-cols-[11rem_minmax(0,1fr)_minmax(0,20rem)] ${
              place === step ? '' : 'invisible opacity-0'
            }`}
          >
            <p className="font-display text-6xl text-accent leading-none lining-nums max-md:col-start-1 max-md:row-start-1 max-md:self-end md:text-8xl">
              {place + 1}
            </p>
            <Drawing place={place} />
            <div className="md:col-start-2 md:row-start-1">
              <h3 className="display-2">{item.title}</h3>
              <p className="mt-4 max-w-[52ch] text-ink-soft text-lg">{item.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-8 grid grid-cols-4 gap-2 md:ml-[13.5rem]">
        {steps.map((item, place) => (
          <button
            key={item.title}
            type="button"
            aria-label={`Step ${place + 1}: ${item.title}`}
            aria-current={place === step ? 'step' : undefined}
            onClick={() => go(place)}
            className="group flex min-h-11 items-center"
          >
            <span className="h-0.5 w-full bg-rule transition-colors group-hover:bg-ink-soft group-aria-[current=step]:bg-accent" />
          </button>
        ))}
      </div>
    </section>
  );
}
