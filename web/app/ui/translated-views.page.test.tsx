import type { Measurement } from '@vialproof/contract/results';
import { expectNews } from '../testing/translated-states';
import { Button } from './button';
import { SkeletonCards } from './card-grid';
import { ChromatogramDrawing } from './chromatogram';
import { DataTable, Facts } from './data-table';
import { ErrorPage } from './error-page';
import { Instant, Money } from './figures';
import { ListView, Pager } from './list-page';
import { MeasurementTable } from './measurement-table';
import { Noted } from './noted';
import { ProgressStrip } from './progress-strip';
import { type Answering, QueryView } from './query-view';
import { ResultFigure } from './result-figure';
import { PageHead, Section } from './section';
import SpectrumFigure from './spectrum-figure';
import { EmptyState, ErrorPanel, Notice } from './states';
import { Badge, StatusBadge } from './status-badge';
import { Verdict, VerdictSummary } from './verdict';

const nothing = () => undefined;
const line = (change: Partial<Measurement>): Measurement => ({
  analyte: 'Purity',
  method: 'HPLC-UV',
  value: 99.1,
  unit: '%',
  limit: '≥ 98 %',
  verdict: 'pass',
  ...change,
});
const PASSED = [line({})];
const FAILED = [
  line({ value: 91, verdict: 'fail', uncertainty: { basis: 'top_down', U: 0.5, k: 2 } }),
  line({ analyte: 'Water', verdict: 'fail' }),
  line({ analyte: 'Mass', limit: '', verdict: null }),
];
const answer = <T,>(change: Partial<Answering<T>>): Answering<T> => ({
  data: undefined,
  error: null,
  isPending: false,
  isFetching: false,
  isPlaceholderData: false,
  refetch: nothing,
  ...change,
});
const page = (number: number, total: number) => ({ page: number, limit: 10, total });
const list = { filter: { q: 'x' }, to: () => '?', change: nothing };
const rows = (data: string[], pagination = page(1, data.length)) => (
  <ListView
    list={list}
    query={answer({ data: { data, pagination } })}
    nouns={['test', 'tests']}
    noMatch={{ clear: { q: '' }, title: 'No test matches', text: 'Try another word.' }}
    empty="No tests yet"
  >
    {(found) => found.map((name) => <p key={name}>{name}</p>)}
  </ListView>
);
const found = (percent: number) => ({ mz: 400, percent, error_da: 0.1, error_ppm: 1 });
const spectrum = (percent: number, isFound: boolean) => ({
  id: 'a',
  sha256: '',
  format: 'csv' as const,
  from_mz: 100,
  to_mz: 900,
  sticks: [[400, percent]] as [number, number][],
  ions: [{ charge: 2, protons: 2, mz: 400, found: isFound ? found(percent) : null }],
});
const trace = (last: number) => ({ minutes: [0, last / 2, last], signal: [0, 100, 0] });
expectNews({
  Badge: { before: <Badge>OPEN</Badge>, after: <Badge tone="good">LOCKED</Badge> },
  ChromatogramDrawing: {
    before: <ChromatogramDrawing label="Trace" trace={trace(10)} />,
    after: <ChromatogramDrawing label="Trace" trace={trace(25)} />,
  },
  DataTable: {
    before: (
      <DataTable caption="Rows" columns={[{ header: 'Name', cell: String }]} rows={[1]} rowKey={() => 'a'} />
    ),
    after: (
      <DataTable caption="Row" columns={[{ header: 'Name', cell: String }]} rows={[2]} rowKey={() => 'a'} />
    ),
  },
  EmptyState: {
    before: <EmptyState title="Nothing yet">Choose a test.</EmptyState>,
    after: <EmptyState title="Nothing matches" action={<Button>Clear</Button>} />,
  },
  ErrorPage: {
    before: <ErrorPage error={new Error()} />,
    after: <ErrorPage error={{ status: 404, internal: true, data: '', statusText: '404' }} />,
  },
  ErrorPanel: {
    before: <ErrorPanel message="It is away." />,
    after: <ErrorPanel message="Still away." onRetry={nothing} busy />,
  },
  Facts: {
    before: <Facts items={[{ label: 'Batch', value: 1 }]} />,
    after: <Facts items={[{ label: 'Batch', value: 'B-2' }]} />,
  },
  Instant: {
    before: <Instant at="2026-03-01T12:00:00Z" />,
    after: <Instant at="2026-03-09T12:00:00Z" exact />,
  },
  ListView: { before: rows(['A', 'B']), after: rows([]) },
  MeasurementTable: { before: <MeasurementTable rows={PASSED} />, after: <MeasurementTable rows={FAILED} /> },
  Money: { before: <Money cents={100} />, after: <Money cents={250} /> },
  Noted: {
    before: <Noted notes={['mean of 2']}>99.1</Noted>,
    after: <Noted notes={['mean of 3', 'k = 2']}>99.2</Noted>,
  },
  Notice: { before: <Notice>It is open.</Notice>, after: <Notice tone="bad">It is over.</Notice> },
  PageHead: {
    before: <PageHead title="Tests" />,
    after: <PageHead title="A test" lead="Read it." aside={<p>New</p>} />,
  },
  Pager: {
    before: <Pager nouns={['test', 'tests']} pagination={page(1, 1)} to={String} />,
    after: <Pager nouns={['test', 'tests']} pagination={page(2, 30)} countedTo={30} to={String} />,
  },
  ProgressStrip: {
    before: (
      <ProgressStrip
        label="Steps"
        current="a"
        steps={[
          { id: 'a', label: 'Paid' },
          { id: 'b', label: 'Sent' },
        ]}
      />
    ),
    after: (
      <ProgressStrip
        label="Steps"
        current="b"
        steps={[
          { id: 'a', label: 'Paid now' },
          { id: 'b', label: 'Sent' },
        ]}
      />
    ),
  },
  QueryView: {
    before: (
      <QueryView query={answer({ isPending: true })} heading="Loading" skeleton="Please wait">
        {String}
      </QueryView>
    ),
    after: <QueryView query={answer({ data: 'It is there' })}>{String}</QueryView>,
  },
  'QueryView, a failure': {
    before: <QueryView query={answer({ error: new Error('Away') })}>{String}</QueryView>,
    after: (
      <QueryView query={answer({ error: new Error('Still away'), isFetching: true })}>{String}</QueryView>
    ),
  },
  ResultFigure: {
    before: <ResultFigure result={{ measurements: PASSED, metrics: {} }} />,
    after: <ResultFigure result={{ measurements: FAILED, metrics: {} }} />,
  },
  Section: {
    before: (
      <Section label="Rows">
        <p>None</p>
      </Section>
    ),
    after: (
      <Section label="Rows" title="The rows">
        <p>One</p>
      </Section>
    ),
  },
  SkeletonCards: {
    before: <SkeletonCards count={1} height="" />,
    after: <SkeletonCards count={2} height="" label="Loading prices" />,
  },
  SpectrumFigure: {
    before: <SpectrumFigure analyte="Mass" data={spectrum(50, false)} />,
    after: <SpectrumFigure analyte="Identity" data={spectrum(80, true)} />,
  },
  StatusBadge: { before: <StatusBadge status="received" />, after: <StatusBadge status="complete" /> },
  Verdict: { before: <Verdict line={line({})} />, after: <Verdict line={line({ verdict: 'fail' })} /> },
  VerdictSummary: {
    before: <VerdictSummary measurements={PASSED} />,
    after: <VerdictSummary measurements={FAILED} />,
  },
});
