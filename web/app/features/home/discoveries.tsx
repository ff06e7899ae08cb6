import { useQuery } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { SkeletonCards } from '../../ui/card-grid';
import { QueryView } from '../../ui/query-view';
import { ScriptedButton } from '../../ui/scripted-button';
import { Badge } from '../../ui/status-badge';
import { type Discovery, discoveriesQuery } from './queries';
import { useDrift } from './use-drift';

/** Invented results with the mark SAMPLE, until the laboratory has published one. */
const samples: Discovery[] = [
  ['BPC-157 5 mg', 'BPC-157', 'Maker A', 'A-0001', '00001'],
  ['Semaglutide 10 mg', 'Semaglutide', 'Maker B', 'B-0002', '00002'],
  ['Tirzepatide 15 mg', 'Tirzepatide', 'Maker C', 'C-0003', '00003'],
  ['Ipamorelin 5 mg', 'Ipamorelin', 'Maker D', 'D-0004', '00004'],
  ['Melanotan 2 10 mg', 'Melanotan 2', 'Maker E', 'E-0005', '00005'],
].map(([title = '', testType = '', manufacturer = '', batch = '', taskNumber = '']) => ({
  id: null,
  title,
  testType,
  manufacturer,
  batch,
  taskNumber,
  isPaid: false,
}));

function Card({ item }: { item: Discovery }) {
  return (
    <article
      className={`relative flex h-full w-[min(18rem,80vw)] flex-col rounded-sm border p-5 has-[a:hover]:border-accent ${item.isPaid ? 'border-edge border-dashed bg-paper' : 'border-rule bg-sheet'}`}
    >
      <p className="figures flex min-h-6 items-center justify-between text-ink-soft text-sm">
        <span>{`Task #${item.taskNumber}`}</span>
        {item.id ? null : <Badge>SAMPLE</Badge>}
        {item.isPaid ? <Badge>PAID</Badge> : null}
      </p>
      <h3 dir="auto" className="display-3 mt-3 mb-4 text-left wrap-anywhere">
        {item.id ? (
          <Link to={`/tests/${item.id}`} className="after:absolute after:inset-0 after:rounded-sm">
            {item.title}
          </Link>
        ) : (
          item.title
        )}
      </h3>
      <dl className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-1 text-sm">
        {[
          ['Test type', item.testType],
          ['Manufacturer', item.manufacturer],
          ['Batch', item.batch],
        ].map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 border-rule border-t pt-1">
            <dt className="shrink-0 text-ink-soft">{label}</dt>
            <dd dir="auto" className="min-w-0 truncate">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

function Strip({ items, stopped }: { items: Discovery[]; stopped: boolean }) {
  const strip = useDrift(stopped);
  return (
    <ul
      {...strip}
      // Samples have no links, so the list takes the focus, and keys can scroll it.
      tabIndex={items[0]?.id ? undefined : 0}
      className="flex gap-4 overflow-x-auto px-[calc(max(0px,50%-38rem)+clamp(1rem,4vw,2.5rem))] pt-1 pb-3 [scrollbar-color:var(--edge)_transparent] [scrollbar-width:thin] print:flex-wrap"
    >
      {items.map((item) => (
        <li key={`${item.taskNumber} ${item.isPaid}`} className="shrink-0">
          <Card item={item} />
        </li>
      ))}
    </ul>
  );
}

export function Discoveries() {
  const query = useQuery(discoveriesQuery());
  const [stopped, setStopped] = useState(false);
  return (
    <section className="mt-20 md:mt-28" aria-labelledby="discoveries">
      <div className="page mb-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-rule border-t pt-6">
          <h2 id="discoveries" className="display-2">
            Discoveries
          </h2>
          <ScriptedButton
            aria-label={stopped ? 'Play' : 'Pause'}
            onClick={() => setStopped(!stopped)}
            className="grid size-11 place-items-center rounded-sm border border-edge hover:border-accent hover:text-accent disabled:opacity-45 motion-reduce:hidden noscript:hidden print:hidden"
          >
            {stopped ? <Play className="size-4" /> : <Pause className="size-4" />}
          </ScriptedButton>
        </div>
      </div>
      <div className={query.data ? 'contents' : 'page'}>
        <QueryView
          query={query}
          skeleton={<SkeletonCards count={3} height="h-56" />}
          failure={() => 'Unable to load discoveries at this time.'}
        >
          {(found) => <Strip items={found.length > 0 ? found : samples} stopped={stopped} />}
        </QueryView>
      </div>
    </section>
  );
}
