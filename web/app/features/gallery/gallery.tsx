import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Accordion } from '../../ui/accordion';
import { BackLink } from '../../ui/back-link';
import { Button } from '../../ui/button';
import { Chromatogram } from '../../ui/chromatogram';
import { CopyButton } from '../../ui/copy-button';
import { DataTable, Facts } from '../../ui/data-table';
import { DocumentPage } from '../../ui/document';
import { ErrorPage } from '../../ui/error-page';
import { Instant, Money } from '../../ui/figures';
import { LoadMore } from '../../ui/load-more';
import { NotFound } from '../../ui/not-found';
import { ProgressStrip } from '../../ui/progress-strip';
import { PageHead, Section } from '../../ui/section';
import { Spinner } from '../../ui/spinner';
import { Badge, StatusBadge } from '../../ui/status-badge';
import { Tabs } from '../../ui/tabs';
import { Fields } from './fields';
import { ExampleForm } from './forms';
import { ExampleList } from './lists';
import { Overlays } from './overlays';
import { Results } from './results';
import { States } from './states';

const statuses = ['draft', 'pending_payment', 'paid', 'awaiting_sample', 'received', 'complete', 'cancelled'];
const minutes = Array.from({ length: 1_200 }, (_, index) => index / 60);
const trace = {
  minutes,
  signal: minutes.map(
    (at) => 2 + 300 * Math.exp(-(((at - 9) / 0.12) ** 2)) + 12 * Math.exp(-(((at - 7) / 0.1) ** 2)),
  ),
  peaks: [
    { minutes: 7, label: '7.00', start: 6.7, end: 7.3 },
    { minutes: 9, label: '9.00', start: 8.6, end: 9.4 },
  ],
};

function Buttons() {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button>Primary</Button>
      <Button variant="secondary">Secondary</Button>
      <Button variant="quiet">Quiet</Button>
      <Button variant="danger">Danger</Button>
      <Button disabled>Disabled</Button>
      <Button busy>Saving…</Button>
      <Button size="small">Small</Button>
      <Button size="large">Large</Button>
      <Button to="/dev/ui">Link</Button>
      <Button size="large" wide variant="secondary" icon={<Download className="size-4" />}>
        Wide, with an icon
      </Button>
      <Spinner />
      <Spinner size="2rem" />
      <CopyButton text="10001" label="Copy task number" />
    </div>
  );
}

function Type() {
  return (
    <div className="grid gap-4">
      <p className="display-0">Display 0</p>
      <p className="display-1">Display 1</p>
      <p className="display-2">Display 2</p>
      <p className="display-3">Display 3</p>
      <p className="text-lg">Large text. A sentence that says one thing.</p>
      <p>Text. The laboratory measures identity, purity and amount.</p>
      <p className="text-ink-soft text-sm">Small, soft text.</p>
      <p className="label">Label</p>
      <p className="figures">#10482 · 7Q2M-K9XD-4RTB · 99.12 % · $1,234.50</p>
    </div>
  );
}

/** A part of the gallery. `use` says when these are the right ones. */
function Example({ label, use, children }: { label: string; use: string; children: ReactNode }) {
  return (
    <Section label={label}>
      <p className="mb-8 max-w-prose text-ink-soft">{use}</p>
      {children}
    </Section>
  );
}

/** Every component in every state. `theme` names the pane it stands in. */
export function Gallery({ theme }: { theme: string }) {
  const [active, setActive] = useState<number | null>(1);
  return (
    <>
      <Example
        label="Type"
        use="Display 1 heads a page, 2 a part of it, 3 a smaller part; a label names figures; figures set numbers, keys and ids."
      >
        <Type />
      </Example>
      <Example
        label="Buttons"
        use="One primary button on a screen. Whatever goes to an address is a link: give it “to”. While it works, “busy” and other words."
      >
        <Buttons />
      </Example>
      <Example
        label="Fields"
        use="A control with its label, help and error. In a form of react-hook-form spread register(name) into it."
      >
        <Fields theme={theme} />
      </Example>
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
        label="Status"
        use="StatusBadge for the status of a test, Badge for any other word; a ProgressStrip for the way of one thing."
      >
        <div className="flex flex-wrap gap-2">
          {statuses.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
          <Badge tone="bad">RETRACTED</Badge>
          <Badge>SAMPLE</Badge>
        </div>
        <div className="mt-8">
          <ProgressStrip
            label="Progress"
            steps={statuses.slice(0, 6).map((id) => ({ id, label: id.replace('_', ' ') }))}
            current="awaiting_sample"
          />
        </div>
        <div className="mt-8">
          <ProgressStrip
            label="Stopped"
            steps={statuses.slice(0, 6).map((id) => ({ id, label: id.replace('_', ' ') }))}
            current="paid"
            stopped
          />
        </div>
      </Example>
      <Example
        label="Overlays"
        use="A ConfirmDialog for a decision, a Dialog for a small form, a SidePanel for filters, a toast for what has happened already. What can be said in its place is said there."
      >
        <Overlays />
      </Example>
      <Example
        label="States"
        use="QueryView for everything that is asked of the server; the parts below it only where there is no query."
      >
        <States />
      </Example>
      <Example
        label="Tables"
        use="DataTable for rows with the same columns, Facts for what is known of one thing."
      >
        <DataTable
          caption="Payments"
          rows={[
            { id: 'a', what: 'Semaglutide', cents: 30_000 },
            { id: 'b', what: 'BPC-157', cents: 18_000 },
          ]}
          rowKey={(row) => row.id}
          columns={[
            { header: 'Test', cell: (row) => row.what },
            { header: 'Amount', numeric: true, cell: (row) => <Money cents={row.cents} /> },
          ]}
        />
        <div className="mt-8">
          <Facts
            items={[
              { label: 'Task number', value: 10_001, figures: true },
              { label: 'Received', value: <Instant at="2026-11-14T09:30:00Z" /> },
              { label: 'Published', value: <Instant at="2026-11-18T16:05:00Z" exact /> },
            ]}
          />
        </div>
      </Example>
      <Example label="Results" use="How results are shown, to customers and in the laboratory alike.">
        <Results />
      </Example>
      <Example
        label="Tabs and answers"
        use="Tabs are addresses of the same page; an Accordion holds questions and their answers."
      >
        <Tabs
          label="Groups"
          value="open"
          tabs={[
            { id: 'open', label: 'Open', count: 3, to: '?' },
            { id: 'last', label: 'Last Moment', to: '?category=last' },
          ]}
        >
          What is open.
        </Tabs>
        <div className="mt-8">
          <Accordion
            items={[
              { title: 'First', content: 'Open at the start.' },
              { title: 'Second', content: 'Closes the first.' },
            ]}
          />
        </div>
      </Example>
      <Example label="Chromatogram" use="A stored trace with its peaks.">
        <Chromatogram
          trace={trace}
          label={`Example trace, ${theme}`}
          link={{ active, onActive: setActive, near: null }}
        />
      </Example>
      <LoadMore params={new URLSearchParams()} next={2} onMore={() => undefined} />
      <LoadMore params={new URLSearchParams()} next={2} onMore={() => undefined} busy />
      <PageHead
        title="The head of a page"
        lead="One sentence under it."
        aside={<p className="border-ink border-t pt-3 lg:w-80">What to know at once.</p>}
      >
        <Button>The next step</Button>
      </PageHead>
      <div className="page">
        <BackLink to="/dev/ui">The list that this page belongs to</BackLink>
      </div>
      <DocumentPage title="A page to read" lead="One sentence under it.">
        <h2>A heading</h2>
        <p>
          A paragraph, and <a href="/dev/ui">the list of components</a>.
        </p>
        <ul>
          <li>An entry.</li>
          <li>Another one.</li>
        </ul>
      </DocumentPage>
      <NotFound />
      <ErrorPage error={new Error('example')} />
    </>
  );
}
