import type { MyTestDetail } from '@vialproof/contract/orders';
import { Disclosure } from '../features/dashboard/disclosure';
import { OpenSampleDay } from '../features/dashboard/open-sample-day';
import { RawFiles } from '../features/dashboard/raw-files';
import { TestRegistration } from '../features/dashboard/registration';
import { Revisions } from '../features/dashboard/revisions';
import { Timeline } from '../features/dashboard/timeline';
import { CostPanel } from '../features/groups/cost-panel';
import { SeatsBar } from '../features/groups/funding';
import { GroupCard } from '../features/groups/group-card';
import { PersonName } from '../features/groups/person-name';
import { RevisionHistory } from '../features/tests/revision-history';
import { TestCard } from '../features/tests/test-card';
import { EarlierCertificates } from '../features/verify/earlier-certificates';
import { groupDetail, idOf, listedTest, OWN_ORDER, publicTest } from '../testing/answers';
import { expectNews } from '../testing/translated-states';

const AT = '2026-03-01T12:00:00.000Z';
const request = (change: Partial<MyTestDetail['request']>): MyTestDetail['request'] => ({
  ...OWN_ORDER.request,
  status: 'received',
  ...change,
});
const registered = (change: Partial<NonNullable<MyTestDetail['registration']>>): MyTestDetail => ({
  ...OWN_ORDER,
  request: request({}),
  registration: {
    state: 'none',
    at: null,
    log_index: null,
    withdrawn_at: null,
    may_change: true,
    discount_due_cents: 0,
    to_pay: null,
    ...change,
  },
});
const open = { at: AT, log_index: 7, state: 'registered_public' as const };
const group = groupDetail({}).test;
const fuller = { ...group, joined_count: 6, target_participants: 8 };
const [certificate] = publicTest().certificates;
if (!certificate) throw new Error('the test has a certificate');
const ended = { ...certificate, state: 'superseded' as const, ended_at: AT, reason: 'A unit was wrong.' };
const entry = { status: 'received' as const, kind: 'sample_refused', at: AT, note: null, reason: null };
const raw = (change: object) => ({
  file_name: 'run.csv',
  size_bytes: 1_000,
  sha256: 'a'.repeat(64),
  used: true,
  published_at: null,
  log_index: null,
  ...change,
});

// Parts of pages that change while a user reads them, by a click or by an event from the server.
expectNews({
  CostPanel: {
    before: <CostPanel test={group} viewer={undefined} />,
    after: <CostPanel test={fuller} viewer={undefined} />,
  },
  Disclosure: {
    before: <Disclosure request={request({ disclosure: { open: false, since: null } })} />,
    after: <Disclosure request={request({ disclosure: { open: true, since: AT } })} />,
  },
  'Disclosure, since when': {
    before: <Disclosure request={request({ disclosure: { open: true, since: null } })} />,
    after: <Disclosure request={request({ disclosure: { open: true, since: AT } })} />,
  },
  EarlierCertificates: {
    before: <EarlierCertificates certificates={[ended]} />,
    after: <EarlierCertificates certificates={[{ ...ended, state: 'retracted', reason: 'Mixed up.' }]} />,
  },
  GroupCard: {
    before: <GroupCard test={{ ...group, status: 'suspended' }} />,
    after: <GroupCard test={fuller} />,
  },
  OpenSampleDay: {
    before: <OpenSampleDay sample={{ family: 'Peptides', working_day: 0 }} />,
    after: <OpenSampleDay sample={{ family: 'Peptides', working_day: 3 }} />,
  },
  PersonName: {
    before: <PersonName name="Ada" isStaff={false} />,
    after: <PersonName name="Former member" isStaff />,
  },
  RawFiles: {
    before: <RawFiles detail={{ ...OWN_ORDER, raw_files: [raw({})] }} />,
    after: (
      <RawFiles
        detail={{
          ...OWN_ORDER,
          request: request({ visibility: 'public' }),
          raw_files: [raw({ published_at: AT, used: false })],
        }}
      />
    ),
  },
  RevisionHistory: {
    before: <RevisionHistory requestId={idOf(1)} certificates={[certificate]} />,
    after: <RevisionHistory requestId={idOf(1)} certificates={[ended]} />,
  },
  Revisions: {
    before: <Revisions requestId={idOf(1)} taskNumber={1} certificates={[certificate]} />,
    after: <Revisions requestId={idOf(1)} taskNumber={1} certificates={[ended]} />,
  },
  SeatsBar: { before: <SeatsBar test={group} />, after: <SeatsBar test={fuller} /> },
  TestCard: {
    before: <TestCard test={listedTest(1, { result: null, visibility: 'private' })} />,
    after: <TestCard test={listedTest(2)} />,
  },
  TestRegistration: {
    before: <TestRegistration detail={registered({})} />,
    after: <TestRegistration detail={registered({ ...open, discount_due_cents: 500 })} />,
  },
  'TestRegistration, made private': {
    before: <TestRegistration detail={registered(open)} />,
    after: <TestRegistration detail={registered({ ...open, state: 'withheld', withdrawn_at: AT })} />,
  },
  Timeline: {
    before: <Timeline entries={[entry]} />,
    after: <Timeline entries={[{ ...entry, reason: 'broken', note: 'It came open.' }]} />,
  },
});
