import type { CompareBody, Comparison } from '@vialproof/contract/verification';
import { dayOf } from '@vialproof/science/calendar/dates';
import {
  isSamePrinted,
  partsMissing,
  placesOf,
  printedKey,
} from '@vialproof/science/measurement/printed-values';
import { compareBatches } from '@vialproof/science/text/batch-compare';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { type CheckedCertificate, checkedCertificatesOf } from '../../certificates/certificates.service.ts';
import type { VerifiableRequest } from '../../orders/orders.service.ts';
import { areValuesOpen } from '../verification.presenter.ts';
import { selectVerified } from '../verification.queries.ts';
import { COMPARE_TRIES, isTold, isTooMany, isTooManyPapers, keyedHash } from '../verification.rules.ts';
import type { VerificationContext } from '../verification.service.ts';
import { addCompared, addPaper, type ComparedValue } from '../verification.store.ts';
import { isWholeSame, missingOf, writtenValue } from '../whole-paper.rules.ts';

const DAY_MS = 86_400_000;

type Printed = CheckedCertificate['printed'];
/** A paper and its certificate. `place`: a hash of the day and the client's address. */
type Case = { request: VerifiableRequest; paper: CompareBody; meant: CheckedCertificate; place: string };

/**
 * Says for each value whether the certificate prints the same, but never what it prints. After five different values of
 * a line from one `address`, or twenty from all, only a whole paper can be compared. Refusals: `verification_failed`,
 * `rate_limited` after twenty calls a minute or ten whole papers a day.
 */
export async function comparePaper(
  ctx: VerificationContext,
  paper: CompareBody,
  address: string,
): Promise<Comparison | Refusal> {
  const tooMany = await ctx.platform.limits.take('verify-compare', address, COMPARE_TRIES);
  if (tooMany) return tooMany;
  const request = await selectVerified(ctx, {
    ...paper,
    taskNumber: String(paper.taskNumber),
    revision: paper.revision,
  });
  if (isRefusal(request)) return request;
  const meant = await meantBy(ctx, request.id, paper.revision);
  if (!meant) return refuse('verification_failed');
  const { config, clock } = ctx.platform;
  const place = keyedHash(config.secrets.code.newest, 'compared from', dayOf(clock.now()), address);
  const asked = { request, paper, meant, place };
  return (await takeValues(ctx, asked)) ? compared(paper, meant.printed) : compareWhole(ctx, asked);
}

/** The certificate that the paper names, otherwise the present one. */
async function meantBy(
  { certificates }: VerificationContext,
  requestId: string,
  revision: number | undefined,
): Promise<CheckedCertificate | undefined> {
  if (revision !== undefined) return (await checkedCertificatesOf(certificates, requestId, revision)).meant;
  const { certificates: all } = await checkedCertificatesOf(certificates, requestId, undefined);
  const current = all.find(({ state }) => state === 'current');
  return current && (await checkedCertificatesOf(certificates, requestId, current.revision)).meant;
}

function compared(paper: CompareBody, printed: Printed): Comparison {
  const stated = (typed: string | undefined, ours: string | null) =>
    typed === undefined ? null : compareBatches(typed, ours ?? 'not stated');
  return {
    lines: paper.values.map((typed) => {
      const { analyte, value } = typed;
      const lines = placesOf(analyte, printed.lines).flatMap((place) => printed.lines[place] ?? []);
      if (value === '' || lines.length === 0) return { analyte, same: null };
      if (isIncomplete(typed, lines)) return { analyte, same: null, missing: 'uncertainty' };
      return { analyte, same: lines.some((line) => isSamePrinted(writtenValue(typed), line)) };
    }),
    manufacturer: stated(paper.manufacturer, printed.manufacturer),
    batch_code: stated(paper.batch_code, printed.batchCode),
  };
}

/** Whether the paper leaves out the uncertainty that the certificate prints. Both are compared together. */
const isIncomplete = (typed: CompareBody['values'][number], lines: Printed['lines']): boolean =>
  lines.every((line) => partsMissing(writtenValue(typed), line).includes('uncertainty'));

/** The values on the paper for each line of the result. Unknown lines are included. */
function triedValues(paper: CompareBody, { lines }: Printed): ComparedValue[] {
  const ofLines = paper.values.flatMap((typed) => {
    const { analyte, value } = typed;
    if (value === '') return [];
    const places = placesOf(analyte, lines);
    if (places.length === 0) return { line: 'none', value: analyte.toLowerCase() };
    const own = places.flatMap((place) => lines[place] ?? []);
    if (isIncomplete(typed, own)) return [];
    return places.map((place) => ({
      line: String(place),
      value: printedKey(writtenValue(typed), lines[place]?.unit ?? ''),
    }));
  });
  return [
    ...ofLines,
    ...(paper.manufacturer === undefined ? [] : [{ line: 'manufacturer', value: paper.manufacturer }]),
    ...(paper.batch_code === undefined ? [] : [{ line: 'batch', value: paper.batch_code }]),
  ];
}

/** Counts the values of a paper. False if the day's limit is reached. */
async function takeValues(
  ctx: VerificationContext,
  { request, paper, meant, place }: Case,
): Promise<boolean> {
  const { platform } = ctx;
  const { newest: secret } = platform.config.secrets.code;
  const day = dayOf(platform.clock.now());
  const values = triedValues(paper, meant.printed).map(({ line, value }) => ({
    line: `${request.id}:${meant.revision}:${line}`,
    value: keyedHash(secret, 'compared value', request.id, value),
  }));
  if (values.length === 0) return true;
  const outcome = await platform.db.transaction(async (tx) => {
    const counted = await addCompared(tx, { requestId: request.id, day, place, values });
    if (isTooMany(counted)) return refuse('rate_limited');
    // Public values need no guessing, so they are not counted.
    const isHidden = !areValuesOpen(request);
    if (isHidden && isTold(counted.inMonth)) {
      await ctx.afterManyComparisons(tx, {
        requestId: request.id,
        ownerId: request.customerId,
        month: day.slice(0, 7),
      });
    }
    return undefined;
  });
  return outcome === undefined;
}

/** Compares a whole paper. A paper with missing parts is neither compared nor counted. */
async function compareWhole(
  { platform }: VerificationContext,
  { request, paper, meant, place }: Case,
): Promise<Comparison | Refusal> {
  const nothing = { lines: null, manufacturer: null, batch_code: null };
  const missing = missingOf(paper, meant);
  if (missing.length > 0) return { all_same: null, missing, ...nothing };
  const now = platform.clock.now();
  const { taskNumber: _, uniqueKey: __, ...said } = paper;
  const value = keyedHash(
    platform.config.secrets.code.newest,
    'compared paper',
    request.id,
    String(meant.revision),
    JSON.stringify(said),
  );
  const outcome = await platform.db.transaction(async (tx) =>
    isTooManyPapers(await addPaper(tx, { day: dayOf(now), place, value }))
      ? refuse('rate_limited', TOO_MANY, { retryAfterSeconds: untilTomorrow(now) })
      : undefined,
  );
  return outcome ?? { all_same: isWholeSame(paper, meant), ...nothing };
}

const TOO_MANY = 'Too many different papers were compared from here today. Please try again tomorrow.';

const untilTomorrow = (now: Date): number => Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
