import type { CatalogItem } from '@vialproof/contract/catalog';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { PopularCard } from './price-card';

const button =
  'grid size-11 place-items-center rounded-sm border border-edge hover:border-accent hover:text-accent noscript:hidden';
// How many of the row fit: one on a telephone, two on a tablet, three beyond.
const places = ['', 'hidden sm:block', 'hidden lg:block'];

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}

/** The popular tests, turning in a circle; the counter names the first one shown. */
export function Popular({ items }: { items: CatalogItem[] }) {
  const [position, setPosition] = useState(0);
  const [turned, setTurned] = useState(false);
  const turn = (by: number) => {
    setTurned(true);
    setPosition((now) => (now + by + items.length) % items.length);
  };
  if (items.length === 0) return null;
  return (
    <section className="page" aria-roledescription="carousel" aria-label="Popular tests">
      <div className="mb-5 flex items-center justify-between">
        <h2 className="display-3">Popular</h2>
        <div className="flex items-center gap-3">
          <p className="figures mr-2 text-sm" aria-live="polite">
            {twoDigits(position + 1)} / {twoDigits(items.length)}
          </p>
          <button
            type="button"
            aria-label="Previous popular test"
            className={button}
            onClick={() => turn(-1)}
          >
            <ArrowLeft className="size-5" />
          </button>
          <button type="button" aria-label="Next popular test" className={button} onClick={() => turn(1)}>
            <ArrowRight className="size-5" />
          </button>
        </div>
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {places.map((look, place) => {
          const item = items[(position + place) % items.length];
          return item && place < items.length ? (
            <div
              key={item.id}
              className={`${look} *:h-full ${turned ? '[animation:appear_250ms_both]' : ''}`}
            >
              <PopularCard item={item} />
            </div>
          ) : null;
        })}
      </div>
    </section>
  );
}
