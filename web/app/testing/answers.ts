import type { SignedIn } from '@vialproof/contract/accounts';
import type { CatalogItem } from '@vialproof/contract/catalog';
import type { IssuedCertificate } from '@vialproof/contract/certificates';
import type { GroupDetail, GroupViewer } from '@vialproof/contract/group-tests';
import type { MyTestDetail, TestRequest } from '@vialproof/contract/orders';
import type { ListedTest, PublicTest, TestsPage } from '@vialproof/contract/tests';
import type { Verification } from '@vialproof/contract/verification';
import { overallOf } from '@vialproof/science/measurement/overall-statement';
import { purityFigure } from '@vialproof/science/measurement/purity';

/** The nth id, in the format of the database. */
export const idOf = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;

const AT = '2026-03-01T12:00:00.000Z';

export const CATALOG: CatalogItem[] = [
  ['bpc-157', 'BPC-157', 18_000] as const,
  ['tb-500', 'TB-500', 18_000] as const,
  ['semaglutide', 'Semaglutide', 30_000] as const,
].map(([slug, name, cents], place) => ({
  id: idOf(place + 1),
  slug,
  name,
  description: 'Identity by LC-MS and purity by HPLC.',
  sample_requirement: '1 sealed vial',
  tat_text: '5-7 business days',
  base_price_cents: cents,
  family: 'Peptides',
  includes_sterility: false,
  popular_rank: null,
}));

const RESULT: NonNullable<ListedTest['result']> = {
  title: 'BPC-157 5 mg',
  summary: 'Purity 99.1 %.',
  metrics: { Purity: '99.1 %' },
  measurements: [],
  attachments: [],
  revision: 1,
  published_at: AT,
};

/** A published test in the public list. `place` makes it unique. */
export function listedTest(place: number, change: Partial<ListedTest> = {}): ListedTest {
  return {
    request_id: idOf(100 + place),
    task_number: 10_000 + place,
    sku_name: 'BPC-157',
    sku_description: 'Identity and purity.',
    status: 'complete',
    visibility: 'public',
    manufacturer: 'Maker A',
    batch_code: 'A-1',
    compound_name: 'BPC-157',
    published_at: AT,
    result: RESULT,
    ...change,
  };
}

/** One page of the list. `total` counts the tests on all pages. */
export function testsPage(data: ListedTest[], page = 1, total = data.length): TestsPage {
  return {
    data,
    pagination: { page, limit: 9, total, total_relation: 'exact' },
    facets: { compound: [], maker: [], verdict: [], year: [], tested: [] },
    suggestions: [],
    corrections: [],
  };
}

const CERTIFICATE: IssuedCertificate = {
  revision: 1,
  sha256: 'a'.repeat(64),
  state: 'current',
  reason: null,
  issued_at: AT,
  ended_at: null,
  is_available: true,
  log: [{ event: 'issued', index: 7 }],
};

/** A published test on its own page. */
export function publicTest(change: Partial<PublicTest> = {}): PublicTest {
  return {
    ...listedTest(3),
    dosage_text: null,
    received_at: AT,
    result: {
      ...RESULT,
      overall: overallOf(RESULT.measurements),
      purity: purityFigure(RESULT.measurements),
      files: [],
      photos: [],
      chromatogram: null,
      history: [],
    },
    retracted: null,
    certificates: [CERTIFICATE],
    ...change,
  };
}

/** A signed-in user. */
export const SIGNED_IN: SignedIn = {
  session: {
    access_token: 'access',
    refresh_token: 'refresh',
    expires_at: '2036-03-01T12:00:00.000Z',
    ends_at: '2036-05-30T12:00:00.000Z',
  },
  user: {
    id: idOf(1),
    email: 'ada@example.test',
    first_name: 'Ada',
    last_name: 'Example',
    display_name: 'Ada',
    role: 'customer',
    second_factor: 'off',
    passkey: 'off',
  },
};

const REQUEST: TestRequest = {
  id: idOf(50),
  task_number: 10_050,
  unique_key: 'ABCD-EFGH-JKMN',
  visibility: 'private',
  status: 'draft',
  created_at: AT,
  expires_at: null,
  paid_at: null,
  received_at: null,
  due_on: null,
  completed_at: null,
  cancelled_at: null,
  sample_tracking_number: null,
  payment_method: 'stripe',
  quantity: 1,
  price_cents: 18_000,
  base_price_cents: 18_000,
  final_price_cents: 18_000,
  public_discount_percent: 0,
  compound_name: null,
  dosage_text: null,
  manufacturer: null,
  batch_code: null,
  notes: null,
  group_test_id: null,
  disclosure: { open: false, since: null },
};

/** An unpaid order of the signed-in user. */
export const OWN_ORDER: MyTestDetail = {
  request: { ...REQUEST, timeline: [] },
  sku: {
    id: idOf(1),
    slug: 'bpc-157',
    name: 'BPC-157',
    description: 'Identity and purity.',
    sample_requirement: '1 sealed vial',
    tat_text: '5-7 business days',
  },
  result: null,
  photos: [],
  retracted: null,
  certificates: [],
  payment_status: null,
  verify: null,
  ship_to: { name: 'Example Laboratory', address: '1 Example Street' },
  may_track: false,
  sender: null,
  open_sample: null,
};

const MAY_NOTHING: GroupViewer['may'] = {
  join: false,
  leave: false,
  agree: false,
  volunteer: false,
  finalise: false,
  cancel: false,
  message: false,
  decide: false,
  track: false,
};

/** A group as a signed-in user with these permissions gets it. */
export function groupDetail(
  may: Partial<GroupViewer['may']>,
  { test, viewer }: { test?: Partial<GroupDetail['test']>; viewer?: Partial<GroupViewer> } = {},
): GroupDetail {
  return {
    test: {
      id: idOf(70),
      title: 'A gap to cover',
      description: '',
      test_type: 'bpc-157',
      sku_name: 'BPC-157',
      deadline_at: '2036-03-01T12:00:00.000Z',
      min_participants: 4,
      target_participants: 4,
      est_test_cost_cents: 18_000,
      est_shipping_cents: 4_000,
      est_vial_cost_cents: 0,
      is_public: true,
      status: 'open',
      phase: null,
      joined_count: 2,
      final_cost_per_user_cents: null,
      cost_cents: 22_000,
      cost_at_min_cents: 5_500,
      cost_at_target_cents: 5_500,
      organizer: 'Olga',
      organizer_is_staff: false,
      created_at: AT,
      locked_at: null,
      suspended_until: null,
      open_shares: [],
      request_id: null,
      ...test,
    },
    members: [],
    volunteers: [],
    viewer: {
      is_member: false,
      is_organizer: false,
      is_admin: false,
      is_sender: false,
      volunteer: null,
      share: null,
      shares: [],
      gap: null,
      request: null,
      specimen: null,
      may: { ...MAY_NOTHING, ...may },
      ...viewer,
    },
    events: [],
  };
}

/** The answer to a verification key. With several certificates, the page asks which one. */
export function verifiedTest(
  revisions: number[],
  revision: Verification['revision'] = null,
): { data: Verification } {
  const certificates = revisions.map((revision) => ({
    revision,
    state: 'current' as const,
    reason: null,
    issued_at: AT,
    ended_at: null,
    sha256: 'a'.repeat(64),
    is_available: true,
  }));
  return {
    data: {
      verdict: 'public',
      request_id: idOf(3),
      task_number: 10_003,
      sku_name: 'BPC-157',
      status: 'complete',
      received_at: AT,
      published_at: AT,
      certificate: certificates[0] ?? null,
      certificates,
      revision,
      values: [],
      manufacturer: null,
      batch_code: 'A-10',
      label_claim: null,
      lookups_this_month: revisions.length,
    },
  };
}
