import type { PrivacyPart } from '../accounts/accounts.service.ts';
import { presentWeek } from './showcases.presenter.ts';
import type { ShowcasesContext } from './showcases.service.ts';
import { listPage } from './showcases.store.ts';
import { endAll } from './showcases.transitions.ts';
import { listViews } from './views.store.ts';

const PAGE = 500;

/** A person's weeks on the home page, for the export. With the account they end and are refunded. */
export function showcasesPrivacy(ctx: ShowcasesContext): PrivacyPart {
  const { orm } = ctx.platform.db;
  return {
    name: 'showcases',
    stays:
      'That results of yours were displayed for money, and how often their pages were opened. A week that is not over ends now, and its days left are refunded.',
    async export(userId) {
      const exported: object[] = [];
      for (let page = 1; ; page += 1) {
        const { rows } = await listPage(orm, { accountId: userId }, { page, limit: PAGE });
        const views = await listViews(
          orm,
          rows.map(({ id }) => id),
        );
        for (const row of rows) {
          exported.push({
            request_id: row.requestId,
            ...presentWeek(row),
            state: row.state,
            stopped_on: row.stoppedOn,
            ended_because: row.endedBecause,
            amount_cents: row.amountCents,
            refund_cents: row.refundCents,
            reserved_at: row.createdAt,
            paid_at: row.paidAt,
            views_by_day: (views.get(row.id) ?? []).map(({ day, views: n }) => ({ day, views: n })),
          });
        }
        if (rows.length < PAGE) return exported;
      }
    },
    erase: (tx, userId) =>
      endAll(
        ctx,
        tx,
        { accountId: userId },
        {
          because: 'account_deleted',
          reason: 'The account was deleted',
        },
      ),
  };
}
