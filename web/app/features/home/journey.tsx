import { ArrowLeft, ArrowRight, Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ScriptedButton } from '../../ui/scripted-button';
import { StepDrawing } from './step-drawing';

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

const intervalMs = 4_000;
const button =
  'grid size-11 place-items-center rounded-sm border border-edge hover:border-accent hover:text-accent disabled:opacity-45';

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * The four steps of an order. The next one comes every four seconds, unless the reader points at them, focuses them,
 * stops them, or prefers reduced motion.
 */
export function Journey() {
  const [step, setStep] = useState(0);
  const [held, setHeld] = useState(false);
  const [stopped, setStopped] = useState(false);

  useEffect(() => {
    if (prefersStillness()) setStopped(true);
  }, []);

  // The effect also depends on the step, so that after a click the next automatic step is a full interval away.
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
        <div className="flex items-center gap-2 noscript:hidden print:hidden">
          <ScriptedButton
            className={button}
            aria-label={stopped ? 'Play' : 'Pause'}
            onClick={() => setStopped(!stopped)}
          >
            {stopped ? <Play className="size-4" /> : <Pause className="size-4" />}
          </ScriptedButton>
          <ScriptedButton className={button} aria-label="Previous step" onClick={() => go(step - 1)}>
            <ArrowLeft className="size-5" />
          </ScriptedButton>
          <ScriptedButton className={button} aria-label="Next step" onClick={() => go(step + 1)}>
            <ArrowRight className="size-5" />
          </ScriptedButton>
        </div>
      </div>
      <ol className="mt-8 grid" aria-live={held || stopped ? 'polite' : 'off'}>
        {steps.map((item, place) => (
          <li
            key={item.title}
            data-shown={place === step}
            className={`col-start-1 row-start-1 noscript:row-auto noscript:mb-12 print:row-auto print:mb-6 print:break-inside-avoid grid content-start gap-x-10 gap-y-4 transition-opacity duration-500 md:grid-cols-[5rem_minmax(0,1fr)_minmax(0,14rem)] lg:grid-cols-[11rem_minmax(0,1fr)_minmax(0,20rem)] ${
              place === step
                ? ''
                : 'invisible opacity-0 noscript:visible noscript:opacity-100 print:visible print:opacity-100'
            }`}
          >
            <p className="font-display text-6xl text-accent leading-none lining-nums max-md:col-start-1 max-md:row-start-1 max-md:self-end md:text-8xl">
              {place + 1}
            </p>
            <StepDrawing
              place={place}
              className="row-start-1 max-md:col-start-1 max-md:max-w-52 max-md:justify-self-end md:col-start-3"
            />
            <div className="md:col-start-2 md:row-start-1">
              <h3 className="display-2">{item.title}</h3>
              <p className="mt-4 max-w-[52ch] text-ink-soft text-lg">{item.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="noscript:hidden print:hidden mt-8 grid grid-cols-4 gap-2 md:ml-[7.5rem] lg:ml-[13.5rem]">
        {steps.map((item, place) => (
          <ScriptedButton
            key={item.title}
            aria-label={`Step ${place + 1}: ${item.title}`}
            aria-current={place === step ? 'step' : undefined}
            onClick={() => go(place)}
            className="group flex min-h-11 items-center"
          >
            <span className="h-0.5 w-full bg-rule transition-colors group-hover:bg-ink-soft group-aria-[current=step]:bg-accent" />
          </ScriptedButton>
        ))}
      </div>
    </section>
  );
}
