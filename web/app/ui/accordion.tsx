import { Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** Questions of which one is open at a time, at first the first. It works without scripts. */
export function Accordion({ items }: { items: { title: string; content: ReactNode }[] }) {
  const name = useId();
  return (
    <div className="border-rule border-t">
      {items.map((item, place) => (
        <details key={item.title} name={name} open={place === 0} className="group border-rule border-b">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 hover:text-accent [&::-webkit-details-marker]:hidden">
            <h3 className="font-medium text-lg leading-snug">{item.title}</h3>
            <Plus className="size-5 text-accent transition-transform group-open:rotate-45" />
          </summary>
          <div className="max-w-prose pb-6 text-ink-soft">{item.content}</div>
        </details>
      ))}
    </div>
  );
}
