import type { CatalogItem } from '@vialproof/contract/catalog';
import type { ProblemBody } from '@vialproof/contract/errors';
import { describe, expect, it } from 'vitest';
import { declaredBy, groupOf, resultOf } from '../testing/api-objects.ts';
import { laboratory } from '../testing/lab.ts';
import { labApp, PASSWORD, type TestApp, testApp } from '../testing/test-app.ts';

/** Who calls: nobody known, another customer, the three roles of staff, and the owner. */
const ACTORS = ['stranger', 'other customer', 'analyst', 'reviewer', 'admin', 'owner'] as const;
type Actor = (typeof ACTORS)[number];

/**
 * Who may make a call; all others get an error.
 * - open: everybody.
 * - own: each signed-in person for own objects; others get 401.
 * - owner: the owner of the object; others get 404.
 * - result: the owner of a private result, and staff; others get 404.
 * - staff: the laboratory; customers get 404.
 * - reviewer: like staff, but analysts get 403.
 * - admin: like staff, but analysts and reviewers get 403.
 * - organizer: the organizer of a group, and admins; others get 403.
 * - labKey: a program with a laboratory key; people get 401.
 * - payer: the person who paid, and admins; others get 404.
 */
type Rule =
  | 'labKey'
  | 'organizer'
  | 'open'
  | 'own'
  | 'owner'
  | 'payer'
  | 'result'
  | 'staff'
  | 'reviewer'
  | 'admin';

/** All calls of the API. A call that is missing here fails the test. */
const RULES: Record<string, Rule> = {
  'GET /api/config': 'open',
  'POST /api/auth/register': 'open',
  'POST /api/auth/verify-email': 'open',
  'POST /api/auth/verify-email/resend': 'open',
  'POST /api/auth/login': 'open',
  'POST /api/auth/refresh': 'open',
  'POST /api/auth/logout': 'open',
  'POST /api/auth/reset-password/request': 'open',
  'POST /api/auth/reset-password/verify-code': 'open',
  'POST /api/auth/reset-password/new': 'open',
  'POST /api/auth/second-factor': 'open',
  'POST /api/auth/passkeys/options': 'open',
  'POST /api/auth/passkeys/sign-in': 'open',
  'POST /api/auth/passkeys/registration-options': 'own',
  'POST /api/auth/passkeys/register': 'own',
  'GET /api/me/passkeys': 'own',
  'DELETE /api/me/passkeys/{id}': 'owner',
  'POST /api/auth/step-up': 'own',
  'GET /api/auth/providers/{provider}/start': 'open',
  'GET /api/auth/providers/{provider}/callback': 'open',
  'POST /api/auth/providers/exchange': 'open',
  'GET /api/skus/catalog': 'open',
  'GET /api/turnaround': 'open',
  'GET /api/lab/turnaround': 'staff',
  'GET /api/tests': 'open',
  'GET /api/tests/newest-trace': 'open',
  'GET /api/tests/verify': 'open',
  'POST /api/tests/verify/compare': 'open',
  'GET /api/tests/{id}': 'open',
  'POST /api/tests/{id}/views': 'open',
  'GET /api/discoveries': 'open',
  'GET /api/showcases/next': 'owner',
  'POST /api/showcases': 'owner',
  'GET /api/me/showcases': 'own',
  'GET /api/lab/showcases': 'admin',
  'GET /api/lab/showcases/calendar': 'admin',
  'POST /api/lab/showcases/{id}/stop': 'admin',
  'GET /api/dossiers/compounds/{slug}': 'open',
  'GET /api/dossiers/makers/{slug}': 'open',
  'GET /api/dossiers/batches/{maker}/{code}': 'open',
  'POST /api/watches': 'open',
  'GET /api/me/watches': 'own',
  'DELETE /api/me/watches/{id}': 'owner',
  'GET /api/lab/watches': 'admin',
  'POST /api/webhooks/stripe': 'open',
  'POST /api/webhooks/coinbase': 'open',
  'GET /api/me/profile': 'own',
  'PUT /api/me/profile': 'own',
  'GET /api/me/security': 'own',
  'GET /api/me/sessions': 'own',
  'DELETE /api/me/sessions/{id}': 'owner',
  'POST /api/me/sessions/sign-out-others': 'own',
  'PUT /api/me/password': 'own',
  'POST /api/me/email-change': 'own',
  'POST /api/me/email-change/confirm': 'own',
  'DELETE /api/me/email-change': 'own',
  'GET /api/me/export': 'own',
  'GET /api/me/deletion': 'own',
  'POST /api/me/deletion': 'own',
  'POST /api/me/second-factor/setup': 'own',
  'POST /api/me/second-factor/confirm': 'own',
  'POST /api/me/second-factor/recovery-codes': 'own',
  'POST /api/me/second-factor/off': 'own',
  'DELETE /api/me/sign-in-providers/{provider}': 'own',
  'GET /api/me/security-log': 'own',
  'GET /api/lab/security-log': 'admin',
  'GET /api/lab/staff': 'admin',
  'GET /api/lab/staff/find': 'admin',
  'PUT /api/lab/staff/{id}/role': 'admin',
  'POST /api/lab/staff/{id}/second-factor/reset': 'admin',
  'GET /api/me/stats': 'own',
  'GET /api/me/tests': 'own',
  'GET /api/me/payments': 'own',
  'GET /api/me/payments/{id}/invoice': 'payer',
  'GET /api/me/payments/{id}/receipt': 'payer',
  // Everybody may follow groups; a call without a group and a token gets 401.
  'GET /api/events': 'open',
  'POST /api/orders': 'own',
  'GET /api/orders': 'own',
  'GET /api/orders/{id}': 'owner',
  'PUT /api/orders/{id}/details': 'owner',
  'POST /api/orders/{id}/cancel': 'owner',
  'GET /api/group-tests': 'open',
  'GET /api/group-tests/{id}': 'open',
  'POST /api/group-tests': 'own',
  'GET /api/group-tests/{id}/accounts': 'organizer',
  'POST /api/group-tests/{id}/join': 'own',
  'POST /api/group-tests/{id}/volunteers/{volunteer_id}': 'organizer',
  'POST /api/group-tests/{id}/finalise': 'organizer',
  'POST /api/group-tests/{id}/message': 'organizer',
  'PUT /api/group-tests/{id}/specimen': 'organizer',
  'PUT /api/group-tests/{id}/tracking': 'organizer',
  'POST /api/group-tests/{id}/cancel': 'organizer',
  // This call comes last, because an admin who offers to send a vial becomes a member.
  'POST /api/group-tests/{id}/volunteer': 'own',
  'GET /api/lab/group-tests': 'admin',
  'POST /api/lab/group-tests/{id}/payout': 'admin',
  'POST /api/checkout': 'owner',
  'GET /api/checkout/{session_id}': 'owner',
  'GET /api/me/tests/{id}': 'owner',
  'PUT /api/me/tests/{id}/tracking': 'owner',
  'PUT /api/me/tests/{id}/disclosure': 'owner',
  'GET /api/me/tests/{id}/labels': 'owner',
  'PUT /api/me/tests/{id}/visibility': 'owner',
  'POST /api/me/tests/{id}/publish-publicly': 'owner',
  'POST /api/me/tests/{id}/raw-files': 'owner',
  'GET /api/tests/{id}/raw-files/{sha256}': 'open',
  'GET /api/tests/{id}/certificate': 'result',
  'GET /api/tests/{id}/certificate/proof': 'result',
  'GET /api/certificates/{sha256}': 'open',
  'GET /api/log': 'open',
  'GET /api/log/consistency': 'open',
  'GET /api/log/keys': 'open',
  'GET /api/coa/{id}': 'result',
  'GET /api/attachments/{id}': 'result',
  'GET /api/attachments/{id}/link': 'result',
  'GET /api/photos/{id}': 'result',
  'GET /api/photos/{id}/link': 'result',
  'GET /api/lab/intake/{id}': 'staff',
  'POST /api/lab/intake': 'staff',
  'GET /api/lab/labels': 'staff',
  'POST /api/lab/requests/{id}/photos': 'staff',
  'DELETE /api/lab/requests/{id}/photos/{photo_id}': 'staff',
  'PUT /api/lab/requests/{id}/photos/{photo_id}/redaction': 'admin',
  'POST /api/lab/requests/{id}/photos/{photo_id}/redaction/confirm': 'reviewer',
  'POST /api/lab/requests/{id}/photos/{photo_id}/redaction/refuse': 'reviewer',
  'GET /api/lab/requests': 'staff',
  'GET /api/lab/requests/{id}': 'staff',
  'POST /api/lab/requests/{id}/intake': 'staff',
  'GET /api/lab/authorisations': 'admin',
  'PUT /api/lab/authorisations': 'admin',
  'GET /api/lab/people': 'staff',
  'PUT /api/lab/requests/{id}/assignee': 'staff',
  'PUT /api/lab/requests/{id}/handling': 'reviewer',
  'PUT /api/lab/requests/{id}/result': 'staff',
  'POST /api/lab/requests/{id}/chromatogram': 'staff',
  'POST /api/lab/requests/{id}/spectra': 'staff',
  'PUT /api/lab/requests/{id}/chromatogram/peaks': 'staff',
  'POST /api/lab/requests/{id}/chromatogram/channel': 'staff',
  'GET /api/lab/requests/{id}/chromatogram/points': 'staff',
  'GET /api/lab/requests/{id}/chromatogram/raw': 'staff',
  'PUT /api/lab/requests/{id}/chromatogram/reason': 'staff',
  'GET /api/lab/requests/{id}/chromatogram/blank': 'staff',
  'POST /api/lab/requests/{id}/chromatogram/blank': 'staff',
  'PUT /api/lab/requests/{id}/chromatogram/blank': 'staff',
  'GET /api/lab/requests/{id}/injections': 'staff',
  'PUT /api/lab/requests/{id}/injections/{injection_id}': 'staff',
  'PUT /api/lab/requests/{id}/injections/{injection_id}/time': 'staff',
  'POST /api/lab/requests/{id}/allow': 'reviewer',
  'POST /api/lab/requests/{id}/injections/{injection_id}/release': 'reviewer',
  'POST /api/lab/requests/{id}/attachments': 'staff',
  'POST /api/lab/requests/{id}/submit': 'staff',
  'POST /api/lab/requests/{id}/amend': 'staff',
  'POST /api/lab/requests/{id}/return': 'reviewer',
  'POST /api/lab/requests/{id}/publish': 'reviewer',
  'POST /api/lab/requests/{id}/retract': 'reviewer',
  'GET /api/lab/requests/{id}/audit': 'reviewer',
  'GET /api/lab/requests/{id}/history': 'reviewer',
  'GET /api/lab/keys': 'admin',
  'POST /api/lab/keys': 'admin',
  'DELETE /api/lab/keys/{id}': 'admin',
  'GET /api/lab/imports': 'staff',
  'POST /api/lab/imports': 'labKey',
  'POST /api/lab/imports/{id}/assign': 'staff',
  'POST /api/lab/imports/{id}/dismiss': 'staff',
  'POST /api/lab/imports/{id}/numbers': 'staff',
  'GET /api/lab/audit': 'admin',
  'GET /api/lab/payments': 'admin',
  'GET /api/lab/payments/{id}': 'admin',
  'POST /api/lab/payments/{id}/accept': 'admin',
  'POST /api/lab/payments/{id}/refund': 'admin',
  'POST /api/lab/payments/{id}/refunds/{refund_id}/retry': 'admin',
  'POST /api/lab/payments/{id}/dismiss': 'admin',
  'POST /api/lab/payments/{id}/check': 'admin',
  'GET /api/lab/ledger/{id}': 'admin',
  'GET /api/lab/ledger-check': 'admin',
  'POST /api/lab/ledger-check': 'admin',
  'GET /api/lab/mails': 'admin',
  'POST /api/lab/mails/{id}/send-again': 'admin',
  'GET /api/lab/webhooks': 'admin',
  'GET /api/lab/webhooks/{id}': 'admin',
  'POST /api/lab/webhooks/{id}/replay': 'admin',
  'GET /api/lab/audit/actions': 'admin',
  'GET /api/lab/methods': 'reviewer',
  'GET /api/lab/methods/{id}/history': 'reviewer',
  'POST /api/lab/methods/{id}/drafts': 'admin',
  'POST /api/lab/methods/{id}/drafts/{draft_id}/approve': 'reviewer',
  'POST /api/lab/methods/{id}/drafts/{draft_id}/refuse': 'reviewer',
  'POST /api/lab/methods/{id}/drafts/{draft_id}/withdraw': 'reviewer',
  'GET /api/lab/compounds': 'staff',
  'GET /api/lab/masses': 'staff',
  'GET /api/lab/makers': 'staff',
  'GET /api/lab/compound-names': 'admin',
  'GET /api/lab/compound-names/{id}': 'admin',
  'PUT /api/lab/compound-names/{id}': 'admin',
  'POST /api/lab/compound-names/{id}/take-away': 'admin',
  'GET /api/lab/requests/{id}/subject': 'staff',
  'PUT /api/lab/requests/{id}/subject': 'staff',
  'GET /api/lab/makers/{id}': 'admin',
  'PUT /api/lab/makers/{id}': 'admin',
  'POST /api/lab/makers/{id}/merge': 'admin',
  'POST /api/lab/makers/{id}/unmerge': 'admin',
  'POST /api/lab/makers/{id}/split': 'admin',
  'PUT /api/lab/batches/{id}': 'admin',
  'POST /api/lab/batches/{id}/merge': 'admin',
  'POST /api/lab/batches/{id}/unmerge': 'admin',
  'POST /api/lab/batches/{id}/split': 'admin',
  'GET /api/lab/skus': 'admin',
  'POST /api/lab/skus': 'admin',
  'PUT /api/lab/skus/{id}': 'admin',
  'POST /api/lab/skus/{id}/retire': 'admin',
  'POST /api/lab/skus/{id}/bring-back': 'admin',
  'POST /api/lab/skus/{id}/place': 'admin',
  'POST /api/lab/skus/{id}/popular': 'admin',
};

/** The calls that need a confirmation within the last ten minutes, and from whom. */
const STEP_UPS: Record<string, 'everybody' | 'admins'> = {
  'DELETE /api/me/sessions/{id}': 'everybody',
  'POST /api/me/sessions/sign-out-others': 'everybody',
  'DELETE /api/me/sign-in-providers/{provider}': 'everybody',
  'POST /api/auth/passkeys/registration-options': 'everybody',
  'POST /api/auth/passkeys/register': 'everybody',
  'DELETE /api/me/passkeys/{id}': 'everybody',
  // Organizers may cancel their own group. Admins cancel groups of others, which refunds the members.
  'POST /api/group-tests/{id}/cancel': 'admins',
  // An admin who chooses the sender of another group chooses who gets a payout.
  'POST /api/group-tests/{id}/volunteers/{volunteer_id}': 'admins',
  'PUT /api/lab/staff/{id}/role': 'everybody',
  'POST /api/lab/staff/{id}/second-factor/reset': 'everybody',
  'PUT /api/lab/authorisations': 'everybody',
  'POST /api/lab/keys': 'everybody',
  'DELETE /api/lab/keys/{id}': 'everybody',
  'POST /api/lab/payments/{id}/accept': 'everybody',
  'POST /api/lab/payments/{id}/refund': 'everybody',
  'POST /api/lab/payments/{id}/refunds/{refund_id}/retry': 'everybody',
  'POST /api/lab/payments/{id}/dismiss': 'everybody',
  'POST /api/lab/group-tests/{id}/payout': 'everybody',
  'POST /api/lab/showcases/{id}/stop': 'everybody',
  'POST /api/lab/makers/{id}/merge': 'everybody',
  'POST /api/lab/makers/{id}/unmerge': 'everybody',
  'POST /api/lab/makers/{id}/split': 'everybody',
  'POST /api/lab/batches/{id}/merge': 'everybody',
  'POST /api/lab/batches/{id}/unmerge': 'everybody',
  'POST /api/lab/batches/{id}/split': 'everybody',
  'PUT /api/lab/compound-names/{id}': 'everybody',
  'POST /api/lab/compound-names/{id}/take-away': 'everybody',
};

const STAFF: readonly Actor[] = ['analyst', 'reviewer', 'admin'];

/** The status with which the rule refuses the caller. Undefined if the caller may do it. */
function refusalOf(rule: Rule, actor: Actor): number | undefined {
  if (rule === 'open') return undefined;
  if (rule === 'result') return actor === 'owner' || STAFF.includes(actor) ? undefined : 404;
  if (actor === 'stranger' || rule === 'labKey') return 401;
  if (rule === 'own') return undefined;
  if (rule === 'owner') return actor === 'owner' ? undefined : 404;
  if (rule === 'organizer') return actor === 'owner' || actor === 'admin' ? undefined : 403;
  if (rule === 'payer') return actor === 'owner' || actor === 'admin' ? undefined : 404;
  if (!STAFF.includes(actor)) return 404;
  if (rule === 'admin') return actor === 'admin' ? undefined : 403;
  return rule === 'reviewer' && actor === 'analyst' ? 403 : undefined;
}

/** Calls about objects that this order does not have, so everybody gets 404. */
const ABSENT = new Set([
  'DELETE /api/me/passkeys/{id}',
  'DELETE /api/me/watches/{id}',
  'GET /api/lab/makers/{id}',
  'PUT /api/lab/makers/{id}',
  'POST /api/lab/makers/{id}/merge',
  'POST /api/lab/makers/{id}/unmerge',
  'POST /api/lab/makers/{id}/split',
  'PUT /api/lab/batches/{id}',
  'POST /api/lab/batches/{id}/merge',
  'POST /api/lab/batches/{id}/unmerge',
  'POST /api/lab/batches/{id}/split',
  'GET /api/lab/compound-names/{id}',
  'PUT /api/lab/compound-names/{id}',
  'POST /api/lab/compound-names/{id}/take-away',
  'PUT /api/lab/requests/{id}/injections/{injection_id}',
  'PUT /api/lab/requests/{id}/injections/{injection_id}/time',
  'POST /api/lab/requests/{id}/allow',
  'PUT /api/lab/requests/{id}/photos/{photo_id}/redaction',
  'POST /api/lab/requests/{id}/photos/{photo_id}/redaction/confirm',
  'POST /api/lab/requests/{id}/photos/{photo_id}/redaction/refuse',
  'POST /api/lab/requests/{id}/injections/{injection_id}/release',
  'POST /api/group-tests/{id}/volunteers/{volunteer_id}',
  // Not even admins may do this, because staff may not describe a vial.
  'PUT /api/group-tests/{id}/specimen',
  'PUT /api/group-tests/{id}/tracking',
  'GET /api/lab/staff/find',
  'POST /api/lab/methods/{id}/drafts/{draft_id}/approve',
  'POST /api/lab/methods/{id}/drafts/{draft_id}/refuse',
  'POST /api/lab/methods/{id}/drafts/{draft_id}/withdraw',
  'POST /api/lab/showcases/{id}/stop',
  'POST /api/lab/payments/{id}/refunds/{refund_id}/retry',
  'POST /api/lab/mails/{id}/send-again',
  'DELETE /api/lab/keys/{id}',
  'POST /api/lab/imports/{id}/assign',
  'POST /api/lab/imports/{id}/dismiss',
  'POST /api/lab/imports/{id}/numbers',
]);

const SKU = {
  name: 'Access',
  description: 'Who may.',
  family: 'Other',
  sample_requirement: '1 vial',
  tat_text: '5 days',
  base_price_cents: 10_000,
  includes_sterility: false,
};
/** A valid body for each call, so that only the caller can be the reason of a refusal. */
const BODIES: Record<string, object> = {
  'PUT /api/lab/requests/{id}/photos/{photo_id}/redaction': {
    boxes: [{ x: 0, y: 0, width: 1, height: 1 }],
    reason: 'An address is readable.',
  },
  'PUT /api/lab/requests/{id}/subject': { maker: null, batch: null },
  'PUT /api/lab/makers/{id}': { version: 1 },
  'POST /api/lab/makers/{id}/merge': { version: 1, into: '00000000-0000-4000-8000-000000000001' },
  'POST /api/lab/makers/{id}/unmerge': { version: 1 },
  'POST /api/lab/makers/{id}/split': { version: 1, spellings: ['a'] },
  'PUT /api/lab/compound-names/{id}': { version: 1, spelling: 'a', kind: 'synonym' },
  'POST /api/lab/compound-names/{id}/take-away': { version: 1, folded: 'a' },
  'PUT /api/lab/batches/{id}': { version: 1 },
  'POST /api/lab/batches/{id}/merge': { version: 1, into: '00000000-0000-4000-8000-000000000001' },
  'POST /api/lab/batches/{id}/unmerge': { version: 1 },
  'POST /api/lab/batches/{id}/split': { version: 1, spellings: ['a'] },
  'POST /api/group-tests/{id}/join': { action: 'leave' },
  'POST /api/group-tests/{id}/volunteer': { note: '' },
  'POST /api/group-tests/{id}/volunteers/{volunteer_id}': { status: 'rejected' },
  'POST /api/group-tests/{id}/message': { text: 'Hello' },
  'PUT /api/orders/{id}/details': { visibility: 'private' },
  'PUT /api/group-tests/{id}/tracking': { sample_tracking_number: 'X1' },
  'PUT /api/me/tests/{id}/tracking': { sample_tracking_number: 'X1' },
  'PUT /api/me/tests/{id}/visibility': { visibility: 'private' },
  'POST /api/lab/intake': {
    items: [
      {
        item_id: '00000000-0000-4000-8000-000000000001',
        task_number: 1,
        condition: 'sealed',
        accepted: true,
      },
    ],
  },
  'POST /api/lab/requests/{id}/intake': { condition: 'sealed', note: '', accepted: true },
  'PUT /api/lab/authorisations': { method: 'No such method', user_ids: null },
  'PUT /api/lab/requests/{id}/assignee': { user_id: null },
  'PUT /api/lab/requests/{id}/handling': { handling: 'In acetic acid.' },
  'PUT /api/lab/requests/{id}/result': { title: 'T', summary: '', measurements: [], version: 0 },
  'POST /api/lab/requests/{id}/chromatogram/channel': { channel: 'UV 214 nm' },
  'PUT /api/lab/requests/{id}/chromatogram/peaks': {
    limits: [],
    main_peak: null,
    baseline: 'straight',
    version: 0,
  },
  'PUT /api/lab/requests/{id}/chromatogram/reason': { reason: 'For the test alone.', version: 0 },
  'PUT /api/lab/requests/{id}/chromatogram/blank': { subtracted: true, version: 0 },
  'PUT /api/lab/requests/{id}/injections/{injection_id}': { used: false, reason: 'For the test alone.' },
  'PUT /api/lab/requests/{id}/injections/{injection_id}/time': { injected_at: '2026-11-24T17:05' },
  'POST /api/lab/requests/{id}/allow': {
    what: 'before_receipt',
    injection_id: '00000000-0000-4000-8000-000000000001',
    reason: 'For the test alone.',
  },
  'POST /api/auth/step-up': { password: PASSWORD },
  // Everybody who may sign must send the right password.
  'POST /api/lab/requests/{id}/submit': { password: PASSWORD, meaning: 'measured' },
  'POST /api/lab/requests/{id}/publish': { password: PASSWORD, meaning: 'released' },
  'POST /api/lab/showcases/{id}/stop': { reason: 'For the test alone.' },
  'POST /api/lab/keys': { name: 'k' },
  'POST /api/lab/imports/{id}/assign': { task_number: 1, reason: 'For the test alone.' },
  'POST /api/lab/imports/{id}/dismiss': { reason: 'For the test alone.' },
  'POST /api/lab/imports/{id}/numbers': { thousands: 'groups' },
  'POST /api/lab/requests/{id}/amend': { reason: 'For the test alone.' },
  'POST /api/lab/requests/{id}/return': { comment: 'c' },
  'POST /api/lab/requests/{id}/retract': { reason: 'For the test alone.' },
  'POST /api/lab/payments/{id}/accept': { reason: 'For the test alone.' },
  'POST /api/lab/payments/{id}/refund': { reason: 'For the test alone.' },
  'POST /api/lab/payments/{id}/dismiss': { reason: 'For the test alone.' },
  'POST /api/lab/methods/{id}/drafts': { version: 99, lines: [], reason: 'Typing error' },
  'POST /api/lab/methods/{id}/drafts/{draft_id}/refuse': { reason: 'Evidence is missing' },
  'POST /api/lab/skus': { ...SKU, slug: 'access' },
  'PUT /api/lab/skus/{id}': { ...SKU, version: 99 },
  'POST /api/lab/skus/{id}/retire': { version: 99 },
  'POST /api/lab/skus/{id}/bring-back': { version: 99 },
  'POST /api/lab/skus/{id}/place': { after_id: null },
  'POST /api/lab/skus/{id}/popular': { rank: null },
  'PUT /api/lab/staff/{id}/role': { role: 'customer' },
  'PUT /api/me/tests/{id}/disclosure': { open: true },
  'PUT /api/me/profile': { display_name: 'Somebody', company: null, phone: null, marketing_opt_in: false },
};

async function orderOf(app: TestApp, token: string) {
  const { body: catalog } = await app.request<{ data: CatalogItem[] }>('/api/skus/catalog');
  const { body } = await app.request<{ data: { id: string; base_price_cents: number } }>('/api/orders', {
    json: { skuId: catalog.data[0]?.id, quantity: 1, paymentMethod: 'stripe' },
    token,
  });
  const { body: page } = await app.request<{ url: string }>('/api/checkout', {
    json: {
      request_id: body.data.id,
      provider: 'stripe',
      amount_cents: body.data.base_price_cents,
      currency: 'usd',
    },
    token,
  });
  const { body: billing } = await app.request<{ items: { id: string }[] }>('/api/me/payments', { token });
  return {
    ...body.data,
    paymentId: billing.items[0]?.id ?? '',
    skuId: catalog.data[0]?.id ?? '',
    session: new URL(page.url).pathname.split('/').at(-1) ?? '',
  };
}

/** A person's id, and another session of this person. */
async function accountOf(app: TestApp, token: string) {
  const { body: me } = await app.request<{ account: { id: string; email: string } }>('/api/me/export', {
    token,
  });
  const { id, email } = me.account;
  await app.request('/api/auth/login', { json: { email, password: app.password } });
  const { body } = await app.request<{ data: { id: string; current: boolean }[] }>('/api/me/sessions', {
    token,
  });
  return { id, otherSession: body.data.find(({ current }) => !current)?.id ?? '' };
}

describe('security 25 and 26: each role may make only its own calls', () => {
  it("every route allows the same roles as this test's list", async () => {
    const app = await testApp();
    const declared = await declaredBy(app);
    expect(Object.fromEntries(declared.map(({ call, who }) => [call, who]))).toEqual(RULES);
  });

  it("every route asks for the same step-ups as this test's list", async () => {
    const app = await testApp();
    const declared = (await declaredBy(app)).filter(({ stepUp }) => stepUp);
    expect(Object.fromEntries(declared.map(({ call, stepUp }) => [call, stepUp]))).toEqual(STEP_UPS);
  });

  it('ten minutes after the sign-in, an admin gets 403 from every call of the step-up list, and from no other', async () => {
    const app = await labApp();
    const { admin } = await laboratory(app);
    const codeOf = async (call: string) => {
      const [method = '', template = ''] = call.split(' ');
      const path = template.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000001');
      const json = method === 'GET' ? {} : { json: {} };
      const { body } = await app.request<Partial<ProblemBody>>(path, { method, token: admin.token, ...json });
      return body.code;
    };
    app.clock.advance(601_000);
    const asked: string[] = [];
    for (const call of Object.keys(RULES)) {
      if ((await codeOf(call)) === 'step_up_required') asked.push(call);
    }
    expect(asked.toSorted()).toEqual(Object.keys(STEP_UPS).toSorted());
    const confirmed = await app.request('/api/auth/step-up', {
      json: { password: PASSWORD },
      token: admin.token,
    });
    expect(confirmed.status).toBe(204);
    for (const call of Object.keys(STEP_UPS)) {
      expect(await codeOf(call), call).not.toBe('step_up_required');
    }
  });

  it("a caller with the wrong role is refused before the request's content is checked", async () => {
    const app = await testApp();
    const [customer, analyst, admin] = [
      await app.person(),
      await app.person('analyst'),
      await app.person('admin'),
    ];
    const statusFor = async (token?: string) =>
      (await app.request('/api/lab/skus', { json: {}, ...(token ? { token } : {}) })).status;
    expect([
      await statusFor(),
      await statusFor(customer.token),
      await statusFor(analyst.token),
      await statusFor(admin.token),
    ]).toEqual([401, 404, 403, 422]);
  });

  it('each role can make the calls that its access rules allow, and no others', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const tokens: Partial<Record<Actor, string>> = {
      'other customer': (await app.person()).token,
      analyst: lab.analyst.token,
      reviewer: lab.reviewer.token,
      admin: lab.admin.token,
      owner: lab.customer.token,
    };
    const result = await resultOf(app, lab);
    const order = await orderOf(app, tokens.owner ?? '');
    const group = await groupOf(app, tokens.owner ?? '');
    const owner = await accountOf(app, tokens.owner ?? '');
    const { body: document } = await app.request<{ paths: Record<string, Record<string, unknown>> }>(
      '/api/openapi.json',
    );
    const calls = Object.entries(document.paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    expect(calls.sort()).toEqual(Object.keys(RULES).sort());

    /** The id that the test sends with this call. */
    function idFor(call: string, rule: Rule): string {
      if (call.includes('/group-tests/')) return group.id;
      if (/ \/api\/lab\/(skus|methods)\//.test(call)) return order.skuId;
      if (call.includes('/lab/payments/')) return order.paymentId;
      if (call.includes('/me/payments/')) return result.paymentId;
      if (call.includes('/me/sessions/')) return owner.otherSession;
      if (call.includes('/lab/staff/')) return owner.id;
      if (call.includes('/lab/webhooks/')) return result.eventId;
      if (call.includes('/attachments/')) return result.attachmentId;
      if (call.includes('/photos/{id}')) return result.photoId;
      return rule === 'result' || /GET .*\/chromatogram\//.test(call) ? result.id : order.id;
    }

    const wrong: string[] = [];
    for (const [call, rule] of Object.entries(RULES)) {
      const [method = '', template = ''] = call.split(' ');
      const id = idFor(call, rule);
      const path = template
        .replace('{id}', id)
        .replace('{session_id}', order.session)
        .replace('{refund_id}', order.id)
        .replace('{volunteer_id}', order.id)
        .replace('{photo_id}', order.id)
        .replace(/\/lab\/labels$/, '/lab/labels?tasks=10001')
        .replace('{provider}', 'google')
        .replace(/(\/photos\/[^/]+)$/, '$1?reason=Taken%20twice')
        .replace(/\/history$/, '/history?at=2026-01-01T00:00:00.000Z')
        .replace(/\/showcases\/next$/, `/showcases/next?request_id=${order.id}`)
        .replace(/\/find$/, '/find?email=nobody@mail.test');
      const json =
        call === 'POST /api/checkout'
          ? {
              request_id: order.id,
              provider: 'stripe',
              amount_cents: order.base_price_cents,
              currency: 'usd',
            }
          : call === 'POST /api/showcases'
            ? { request_id: order.id }
            : BODIES[call];
      const upload = /(chromatogram|attachments|photos|blank|spectra)$/.test(template) && method === 'POST';
      const form = new FormData();
      form.set('file', new Blob(['a,b\n1,2\n'], { type: 'text/csv' }), 'a.csv');
      for (const actor of ACTORS) {
        // Otherwise this caller would remove what the next callers need.
        if (call.endsWith('/cancel') && actor === 'owner') continue;
        const token = tokens[actor];
        const { status } = await app.request(path, {
          method,
          ...(upload ? { body: form } : method === 'GET' ? {} : { json: json ?? {} }),
          ...(token ? { token } : {}),
        });
        const demanded = refusalOf(rule, actor);
        const isRefused = status === 401 || status === 403 || status === 404;
        const absent = ABSENT.has(call) && demanded === undefined;
        if (
          rule === 'open' || absent
            ? status >= 500
            : demanded === undefined
              ? isRefused && !upload
              : status !== demanded
        ) {
          wrong.push(`${call} as ${actor}: ${status}, not ${demanded ?? 'let in'}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
