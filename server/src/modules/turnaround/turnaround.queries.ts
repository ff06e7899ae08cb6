import {
  type KeptPromises,
  type OpenSample,
  TURNAROUND_WINDOW_DAYS,
  type Turnaround,
} from '@vialproof/contract/turnaround';
import { dayOf } from '@vialproof/science/calendar/dates';
import { workingDaysBetween } from '@vialproof/science/calendar/working-days';
import { wilson } from '@vialproof/science/statistics/wilson';
import { findSkuKind, listSkuKinds, listSold } from '../catalog/catalog.service.ts';
import { promisesSince, samplesSince } from '../publications/publications.service.ts';
import { presentTurnaround } from './turnaround.presenter.ts';
import { measure, observationsOf } from './turnaround.rules.ts';
import type { TurnaroundContext } from './turnaround.service.ts';

const DAY_MS = 86_400_000;

/** Today, and the first day of the time that is measured. */
function windowOf({ platform }: TurnaroundContext): { today: string; since: Date } {
  const today = dayOf(platform.clock.now());
  return { today, since: new Date(Date.parse(today) - TURNAROUND_WINDOW_DAYS * DAY_MS) };
}

/** The samples received since `since`, with their families. */
async function samplesByFamily({ platform, catalog, publications, demoEnd }: TurnaroundContext, since: Date) {
  const families = new Map((await listSkuKinds(catalog)).map(({ id, family }) => [id, family]));
  const end = await demoEnd();
  const samples = await platform.publicReads((db) => samplesSince(publications, since, end, db));
  return samples.map((sample) => ({ ...sample, family: families.get(sample.sku_id) }));
}

/** Each family of tests on the price list, with its measured times. */
export async function listTurnaround(ctx: TurnaroundContext): Promise<Turnaround[]> {
  const { today, since } = windowOf(ctx);
  const { holidays } = ctx.platform.config;
  const [sold, rows] = await Promise.all([listSold(ctx.catalog), samplesByFamily(ctx, since)]);
  return [...Map.groupBy(sold, ({ family }) => family)].map(([family, items]) => {
    const own = rows.filter((row) => row.family === family);
    const samples = own.map(({ received_on, done_on, n }) => ({
      receivedOn: received_on,
      doneOn: done_on,
      n,
    }));
    const promises = [...new Set(items.map(({ tat_text }) => tat_text))];
    const figures = measure(observationsOf(samples, { today, holidays }));
    return presentTurnaround(
      family,
      promises,
      figures,
      own.some(({ is_demo }) => is_demo),
    );
  });
}

/** How many promised days were kept lately. */
export async function readPromises(ctx: TurnaroundContext): Promise<KeptPromises> {
  const { today, since } = windowOf(ctx);
  const counted = await promisesSince(ctx.publications, { since, today, demoEnd: await ctx.demoEnd() });
  const { n_due, n_kept } = counted;
  return { ...counted, interval: n_due === 0 ? null : wilson(n_kept, n_due) };
}

/** How many working days a sample has been in the laboratory; null if its test was removed. */
export async function findOpenSample(
  { platform, catalog }: TurnaroundContext,
  { skuId, receivedAt }: { skuId: string; receivedAt: Date },
): Promise<OpenSample | null> {
  const kind = await findSkuKind(catalog, skuId);
  if (!kind) return null;
  const today = dayOf(platform.clock.now());
  return {
    family: kind.family,
    working_day: workingDaysBetween(dayOf(receivedAt), today, platform.config.holidays),
  };
}
