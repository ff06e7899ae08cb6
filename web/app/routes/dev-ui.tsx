import { useState } from 'react';
import { Accordion } from '../ui/accordion';
import { Button } from '../ui/button';
import { Checkbox, RadioCards, Toggle } from '../ui/choices';
import { Chromatogram } from '../ui/chromatogram';
import { CodeInput } from '../ui/code-input';
import { CopyButton } from '../ui/copy-button';
import { DataTable, Facts } from '../ui/data-table';
import { Dialog, SidePanel } from '../ui/dialog';
import { Instant, Money } from '../ui/figures';
import { Select, TextArea, TextInput } from '../ui/inputs';
import { ProgressStrip } from '../ui/progress-strip';
import { SearchBox } from '../ui/search-box';
import { PageHead, Section } from '../ui/section';
import { Spinner } from '../ui/spinner';
import { EmptyState, ErrorPanel, Notice, Skeleton } from '../ui/states';
import { Badge, StatusBadge } from '../ui/status-badge';
import { Tabs } from '../ui/tabs';
import { notify } from '../ui/toast';

const statuses = ['draft', 'pending_payment', 'paid', 'awaiting_sample', 'received', 'complete', 'cancelled'];
const minutes = Array.from({ length: 1_200 }, (_, index) => index / 60);
const signal = minutes.map(
  (at) => 2 + 300 * Math.exp(-(((at - 9) / 0.12) ** 2)) + 12 * Math.exp(-(((at - 7) / 0.1) ** 2)),
);

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
      <Spinner />
      <CopyButton text="10001" label="Copy task number" />
    </div>
  );
}

function Fields() {
  const [code, setCode] = useState('12');
  const [choice, setChoice] = useState('private');
  const [word, setWord] = useState('');
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <TextInput label="Plain" help="A sentence under the control." />
      <TextInput label="With an error" error="Enter a valid email address." defaultValue="nobody" />
      <TextInput label="Disabled" disabled defaultValue="Not now" />
      <TextInput label="Figures" mono optional defaultValue="7Q2M-K9XD-4RTB" />
      <Select label="Select">
        <option>One</option>
        <option>Two</option>
      </Select>
      <SearchBox label="Search" placeholder="Search peptide..." value={word} onSearch={setWord} />
      <TextArea label="Text" />
      <CodeInput label="Six-digit code" value={code} onChange={setCode} error="Enter the 6-digit code." />
      <RadioCards
        legend="Visibility"
        name="visibility"
        value={choice}
        onChange={(event) => setChoice(event.target.value)}
        options={[
          { value: 'private', title: 'Private', text: 'Only you see the result.' },
          { value: 'public', title: 'Public', text: 'Everybody sees the result.', aside: '−20 %' },
          { value: 'none', title: 'Disabled', disabled: true },
        ]}
      />
      <div>
        <Checkbox>A box to tick</Checkbox>
        <Checkbox error="Please agree first.">A box with an error</Checkbox>
        <Checkbox disabled>Disabled</Checkbox>
        <Toggle defaultChecked>A switch</Toggle>
      </div>
    </div>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'panel' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" onClick={() => setOpen('dialog')}>
        Dialog
      </Button>
      <Button variant="secondary" onClick={() => setOpen('panel')}>
        Side panel
      </Button>
      <Button variant="secondary" onClick={() => notify.success('Saved.')}>
        Success toast
      </Button>
      <Button variant="secondary" onClick={() => notify.error('Could not save.')}>
        Error toast
      </Button>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Cancel this order?"
        actions={<Button onClick={close}>Close</Button>}
      >
        The draft and everything typed into it is lost.
      </Dialog>
      <SidePanel
        open={open === 'panel'}
        onClose={close}
        title="Filters"
        actions={<Button onClick={close}>Apply</Button>}
      >
        <Toggle>Only Public</Toggle>
      </SidePanel>
    </div>
  );
}

export function meta() {
  return [{ title: 'Components' }, { name: 'robots', content: 'noindex' }];
}

/** Every component in every state; development only. */
export default function DevUi() {
  const [tab, setTab] = useState('open');
  return (
    <>
      <PageHead title="Components" lead="Every component in every state. Development only." />
      <Section label="Buttons">
        <Buttons />
      </Section>
      <Section label="Fields">
        <Fields />
      </Section>
      <Section label="Status">
        <div className="flex flex-wrap gap-2">
          {statuses.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
          <Badge tone="bad">RETRACTED</Badge>
        </div>
        <div className="mt-8">
          <ProgressStrip
            label="Progress"
            steps={statuses.slice(0, 6).map((id) => ({ id, label: id.replace('_', ' ') }))}
            current="awaiting_sample"
          />
        </div>
      </Section>
      <Section label="Overlays">
        <Overlays />
      </Section>
      <Section label="States">
        <div className="grid gap-6">
          <Skeleton className="h-10" />
          <EmptyState title="Nothing here yet" action={<Button>Request a test</Button>}>
            What to do about it.
          </EmptyState>
          <ErrorPanel message="Failed to fetch tests" onRetry={() => undefined} />
          <Notice>Plain</Notice>
          <Notice tone="good">Good</Notice>
          <Notice tone="wait">Wait</Notice>
          <Notice tone="bad">Bad</Notice>
        </div>
      </Section>
      <Section label="Tables">
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
      </Section>
      <Section label="Tabs and answers" title="Questions">
        <Tabs
          label="Groups"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'open', label: 'Open', count: 3 },
            { id: 'last', label: 'Last Moment' },
          ]}
        >
          The panel of “{tab}”.
        </Tabs>
        <div className="mt-8">
          <Accordion
            items={[
              { title: 'First', content: 'Open at the start.' },
              { title: 'Second', content: 'Closes the first.' },
            ]}
          />
        </div>
      </Section>
      <Section label="Chromatogram">
        <Chromatogram
          trace={{ minutes, signal, peaks: [{ minutes: 9, label: '9.00' }] }}
          label="Example trace"
        />
      </Section>
    </>
  );
}
