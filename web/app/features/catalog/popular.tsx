import type { CatalogItem } from '@vialproof/contract/catalog';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { ScriptedButton } from '../../ui/scripted-button';
import { PopularCard } from './price-card';

const button =
  'grid size-11 place-items-center rounded-sm border border-edge hover:border-accent hover:text-accent disabled:opacity-45 noscript:hidden';

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}

// How many cards are visible beside the first card: none on a phone, one on a tablet, two on larger screens.
const beside = ['hidden sm:block', 'hidden lg:block'];

/**
 * The popular tests in a row that scrolls. The counter shows the first visible test. After the last test the arrows
 * start again.
 */
export function Popular({ items }: { items: CatalogItem[] }) {
  const [position, setPosition] = useState(0);
  const row = useRef<HTMLUListElement>(null);
  const cards = () => [...(row.current?.children ?? [])].filter((card) => card instanceof HTMLElement);
  const turn = (by: number) => {
    const to = (position + by + items.length) % items.length;
    row.current?.scrollTo({ left: cards()[to]?.offsetLeft ?? 0 });
    setPosition(to);
  };
  const count = () => {
    const left = row.current?.scrollLeft ?? 0;
    const away = cards().map((card) => Math.abs(card.offsetLeft - left));
    setPosition(away.indexOf(Math.min(...away)));
  };
  if (items.length === 0) return null;
  return (
    <section aria-roledescription="carousel" aria-label="Popular tests">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="display-3">Popular</h2>
        <div className="flex flex-wrap items-center gap-3">
          <p className="figures mr-2 text-sm noscript:hidden" aria-live="polite">
            {`${twoDigits(position + 1)} / ${twoDigits(items.length)}`}
          </p>
          <ScriptedButton aria-label="Previous popular test" className={button} onClick={() => turn(-1)}>
            <ArrowLeft className="size-5" />
          </ScriptedButton>
          <ScriptedButton aria-label="Next popular test" className={button} onClick={() => turn(1)}>
            <ArrowRight className="size-5" />
          </ScriptedButton>
        </div>
      </div>
      <ul
        ref={row}
        onScrollEnd={count}
        className="relative grid snap-x snap-mandatory auto-cols-[100%] grid-flow-col gap-4 overflow-x-auto motion-safe:scroll-smooth [scrollbar-width:none] sm:auto-cols-[calc((100%-1rem)/2)] lg:auto-cols-[calc((100%-2rem)/3)]"
      >
        {items.map((item) => (
          <li key={item.id} className="snap-start *:h-full">
            <PopularCard item={item} />
          </li>
        ))}
        {/* Copies of the first cards follow the last one, so that the last card can stand first in the row. */}
        {beside.map((look, place) => {
          const item = items[place];
          return item ? (
            <li key={look} aria-hidden="true" className={`${look} snap-start *:h-full`}>
              <PopularCard item={item} isCopy />
            </li>
          ) : null;
        })}
      </ul>
    </section>
  );
}
