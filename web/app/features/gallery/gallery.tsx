import type { ReactNode } from 'react';
import { Section } from '../../ui/section';
import { ExampleForm } from './forms';
import { ExampleList } from './lists';
import { States } from './states';

/** One example of the gallery. `use` says where a page should look like this. */
function Example({ label, use, children }: { label: string; use: string; children: ReactNode }) {
  return (
    <Section label={label}>
      <p className="mb-8 max-w-prose text-ink-soft">{use}</p>
      {children}
    </Section>
  );
}

/** Shows how the forms, lists and states of all pages look. `theme` is light or dark. */
export function Gallery({ theme }: { theme: string }) {
  return (
    <>
      <Example
        label="A form"
        use="Every form that scripts check has this shape: react-hook-form, useMutation, showFieldErrors for what the server refuses by field, ErrorBanner for the rest. A search is a plain form."
      >
        <ExampleForm />
      </Example>
      <Example
        label="A list"
        use="Every list has this shape: useListFilter keeps the filter in the address, SearchBox and Select change it, ListView shows what was found and turns the pages. FilterLinks stand for a filter that is always seen."
      >
        <ExampleList theme={theme} />
      </Example>
      <Example
        label="States"
        use="QueryView for everything that is asked of the server; the parts below it only where there is no query."
      >
        <States />
      </Example>
    </>
  );
}
