import { compareBatches } from '@vialproof/contract/batch-compare';
import { isSamePrinted, placesOf, printedKey } from '@vialproof/contract/printed-values';
import type { CompareBody, Comparison } from '@vialproof/contract/verification';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { CheckedCertificate } from '../../certificates/certificates.service.ts';
import type { VerificationContext } from '../verification.context.ts';
import { selectVerified } from '../verification.queries.ts';
import { dayOf, isTooMany, keyedHash } from '../verification.rules.ts';
import { addCompared, type ComparedValue } from '../verification.store.ts';

const TRIES = { points: 20, seconds: 60 };
const DAY_MS = 86_400_000;

type Printed = CheckedCertificate['printed'];

/**
 * Says of each value whether a certificate prints the same, never what it prints. Refuses verification_failed as verification
 * does, and rate_limited: past twenty calls a minute from one `address`, and past five different values a line, revision
 * and day (UTC) from one address or twenty in all. Nothing is compared then. The same value again does not count.
 */
export async function comparePaper(
  ctx: VerificationContext,
  paper: CompareBody,
  address: string,
): Promise<Comparison | Refusal> {
  const tooMany = await ctx.platform.limits.take('verify-compare', address, TRIES);
  if (tooMany) return tooMany;
  const row = await selectVerified(ctx, { ...paper, taskNumber: String(paper.taskNumber) });
  if (isRefusal(row)) return row;
  const { meant } = await ctx.certificates.checkedOf(row.id, paper.revision);
  if (!meant) throw new Error(`revision ${paper.revision} of request ${row.id} has no certificate`);
  const refused = await limitValues(ctx, row.id, { paper, printed: meant.printed, address });
  return refused ?? compared(paper, meant.printed);
}

function compared(paper: CompareBody, printed: Printed): Comparison {
  const stated = (typed: string | undefined, ours: string | null) =>
    typed === undefined ? null : compareBatches(typed, ours ?? 'not stated');
  return {
    lines: paper.values.map(({ analyte, value }) => {
      const lines = placesOf(analyte, printed.lines).flatMap((place) => printed.lines[place] ?? []);
      const isKnown = value !== '' && lines.length > 0;
      return { analyte, same: isKnown ? lines.some((line) => isSamePrinted(value, line)) : null };
    }),
    manufacturer: stated(paper.manufacturer, printed.manufacturer),
    batch_code: stated(paper.batch_code, printed.batchCode),
  };
}

/** What this paper tries, by the lines that it tries them on. Names of lines that are not there are tries as well. */
function triedValues(paper: CompareBody, { lines }: Printed): ComparedValue[] {
  const ofLines = paper.values.flatMap(({ analyte, value }) => {
    if (value === '') return [];
    const places = placesOf(analyte, lines);
    if (places.length === 0) return { line: 'none', value: analyte.toLowerCase() };
    return places.map((place) => ({
      line: String(place),
      value: printedKey(value, lines[place]?.unit ?? ''),
    }));
  });
  return [
    ...ofLines,
    ...(paper.manufacturer === undefined ? [] : [{ line: 'manufacturer', value: paper.manufacturer }]),
    ...(paper.batch_code === undefined ? [] : [{ line: 'batch', value: paper.batch_code }]),
  ];
}

async function limitValues(
  { platform }: VerificationContext,
  requestId: string,
  { paper, printed, address }: { paper: CompareBody; printed: Printed; address: string },
): Promise<Refusal | undefined> {
  const { code: secret } = platform.config.secrets;
  const now = platform.clock.now();
  const day = dayOf(now);
  const values = triedValues(paper, printed).map(({ line, value }) => ({
    line: `${requestId}:${paper.revision}:${line}`,
    value: keyedHash(secret, 'compared value', requestId, value),
  }));
  if (values.length === 0) return undefined;
  const place = keyedHash(secret, 'compared from', day, address);
  const outcome = await platform.db.transaction(async (tx) => {
    const counted = await addCompared(tx, { requestId, day, place, values });
    return isTooMany(counted)
      ? refuse('rate_limited', TOO_MANY, { retryAfterSeconds: untilTomorrow(now) })
      : undefined;
  });
  return outcome;
}

const TOO_MANY =
  'Too many different values were compared with this certificate today. Please try again tomorrow.';

const untilTomorrow = (now: Date): number => Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
