import { useQuery } from '@tanstack/react-query';
import type { LedgerFinding, LedgerReport } from '@vialproof/contract/ledger';
import { Link } from 'react-router';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { Button } from '../../../ui/button';
import { Facts } from '../../../ui/data-table';
import { Instant } from '../../../ui/figures';
import { QueryView, SkeletonLines } from '../../../ui/query-view';
import { EmptyState, Notice } from '../../../ui/states';
import { StepError } from '../../../ui/step-error';
import { Amount } from './amount';
import { MoneyHead } from './head';
import { reportQuery, useLedgerCheck } from './queries';
import { findingWords } from './words';

export const handle: PageHandle = { query: [] };

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(reportQuery)]);

export const meta = signedInMeta('Ledger check');

function Finding({ finding }: { finding: LedgerFinding }) {
  return (
    <li className="grid gap-1 border-rule border-b py-4">
      <p className="font-medium">{findingWords[finding.kind]}</p>
      <p className="max-w-prose break-words">{finding.detail}</p>
      <p className="flex flex-wrap gap-x-5">
        {finding.payment_id ? (
          <Link to={`/lab/payments/${finding.payment_id}`} className="link">
            The payment
          </Link>
        ) : null}
        {finding.subject ? (
          <Link to={`/lab/payments/ledger/${finding.subject.id}`} className="link">
            The ledger
          </Link>
        ) : null}
      </p>
    </li>
  );
}

function Report({ report }: { report: LedgerReport }) {
  const { finding_count: count } = report;
  return (
    <>
      <Notice tone={count === 0 ? 'good' : 'bad'}>
        <p className="font-medium">
          {count === 0
            ? 'Everything adds up.'
            : `${count} ${count === 1 ? 'thing does' : 'things do'} not add up.`}
        </p>
      </Notice>
      <Facts
        items={[
          { label: 'Checked', value: <Instant at={report.checked_at} exact /> },
          { label: 'Payments', value: report.payment_count.toLocaleString('en-US'), figures: true },
          { label: 'Ledger rows', value: report.entry_count.toLocaleString('en-US'), figures: true },
          ...report.provider_balances.map(({ currency, amount_cents }) => ({
            label: 'Providers owe us',
            value: <Amount cents={amount_cents} currency={currency} />,
          })),
        ]}
      />
      {count > 0 ? (
        <div className="grid gap-3">
          <ul className="border-rule border-t">
            {report.findings.map((finding) => (
              <Finding key={`${finding.kind} ${finding.payment_id} ${finding.detail}`} finding={finding} />
            ))}
          </ul>
          {count > report.findings.length ? (
            <p className="text-ink-soft text-sm">{`The first ${report.findings.length} are shown.`}</p>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** The last check that compared the ledger with the facts of every payment. */
export default function LedgerCheck() {
  const report = useQuery(reportQuery);
  const check = useLedgerCheck();
  return (
    <div className="grid gap-6">
      <MoneyHead here="ledger-check">
        <Button busy={check.isPending} onClick={() => check.mutate()}>
          {check.isPending ? 'Checking…' : 'Check now'}
        </Button>
      </MoneyHead>
      <p className="max-w-prose text-ink-soft">
        Every payment’s accounts are computed anew from its ledger rows and compared with what the providers
        told, with the orders and with the invoices. This happens by itself too.
      </p>
      <StepError error={check.error} />
      <QueryView query={report} skeleton={<SkeletonLines lines={2} height="h-20" />}>
        {(data) =>
          data ? (
            <Report report={data} />
          ) : (
            <EmptyState title="Not checked yet">
              The first check runs by itself, or now by the button.
            </EmptyState>
          )
        }
      </QueryView>
    </div>
  );
}
