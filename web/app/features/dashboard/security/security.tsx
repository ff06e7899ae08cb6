import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SecuritySummary, SignInProvider } from '@vialproof/contract/account-changes';
import type { ReactNode } from 'react';
import { securityQuery } from '../../../data/account/queries';
import { api } from '../../../lib/api';
import { Button } from '../../../ui/button';
import { Instant } from '../../../ui/figures';
import { QueryView } from '../../../ui/query-view';
import { Notice } from '../../../ui/states';
import { Badge } from '../../../ui/status-badge';
import { notify } from '../../../ui/toast';
import { Failure } from './failure';
import { Passkeys } from './passkeys';
import { ProfilePage } from './profile-page';

const providerNames: Record<SignInProvider, string> = { google: 'Google', discord: 'Discord' };

/** One security setting: its name, its state, and its actions. */
function Row({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-x-6 gap-y-3 py-5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <div className="grid min-w-0 gap-1">
        <h2 className="font-medium">{title}</h2>
        <div className="grid gap-2 text-ink-soft">{children}</div>
      </div>
      <div className="flex flex-wrap gap-3">{action}</div>
    </section>
  );
}

function SecondFactor({ summary }: { summary: SecuritySummary }) {
  const on = summary.second_factor === 'on';
  const few = on && summary.recovery_codes_left <= 3;
  return (
    <Row
      title="Two-step sign-in"
      action={
        <Button to="/dashboard/profile/second-factor" variant={on ? 'secondary' : 'primary'} size="small">
          {on ? 'Manage' : 'Set up'}
        </Button>
      }
    >
      <p className="flex flex-wrap items-center gap-2">
        {on ? <Badge tone="good">ON</Badge> : <Badge>OFF</Badge>}
        {on ? (
          <span className={few ? 'text-wait' : ''}>
            {`${summary.recovery_codes_left} recovery ${summary.recovery_codes_left === 1 ? 'code' : 'codes'} left`}
          </span>
        ) : null}
      </p>
      {on ? null : (
        <p>
          {summary.second_factor === 'required'
            ? 'Required for your role: staff pages open once it is set up.'
            : 'A code from an app on your phone, asked for after the password.'}
        </p>
      )}
    </Row>
  );
}

function Provider({
  provider,
  linkedAt,
  hasPassword,
}: {
  provider: SignInProvider;
  linkedAt: string;
  hasPassword: boolean;
}) {
  const queries = useQueryClient();
  const name = providerNames[provider];
  const unlink = useMutation({
    mutationFn: () => api.me['sign-in-providers'][':provider'].$delete({ param: { provider } }),
    onSuccess: async () => {
      notify.success(`${name} unlinked.`);
      await queries.invalidateQueries({ queryKey: securityQuery.queryKey });
    },
  });
  return (
    <Row
      title={`Sign-in with ${name}`}
      action={
        <Button
          variant="secondary"
          size="small"
          disabled={!hasPassword}
          busy={unlink.isPending}
          onClick={() => unlink.mutate()}
        >
          {unlink.isPending ? 'Unlinking…' : `Unlink ${name}`}
        </Button>
      }
    >
      <p>
        Linked on <Instant at={linkedAt} />
        <span>{hasPassword ? '.' : '. To unlink it, set a password first: it is your only way in.'}</span>
      </p>
      <Failure error={unlink.error} />
    </Row>
  );
}

function Summary({ summary }: { summary: SecuritySummary }) {
  const waiting = summary.email_change;
  return (
    <div className="-mt-5 divide-y divide-rule border-rule border-b">
      <Row
        title="Email"
        action={
          <Button to="/dashboard/profile/email" variant="secondary" size="small">
            {waiting ? 'Enter the codes' : 'Change email'}
          </Button>
        }
      >
        <p className="wrap-anywhere">{summary.email}</p>
        {waiting ? (
          <Notice tone="wait">
            A change to <strong className="wrap-anywhere font-medium">{waiting.email}</strong> waits for its
            two codes.
          </Notice>
        ) : null}
      </Row>
      <Row
        title="Password"
        action={
          <Button to="/dashboard/profile/password" variant="secondary" size="small">
            {summary.has_password ? 'Change password' : 'Set a password'}
          </Button>
        }
      >
        <p>
          {summary.has_password
            ? 'A new one signs out every other device.'
            : 'You have none: you sign in with a service below.'}
        </p>
      </Row>
      <SecondFactor summary={summary} />
      {summary.sign_in_providers.map(({ provider, linked_at }) => (
        <Provider
          key={provider}
          provider={provider}
          linkedAt={linked_at}
          hasPassword={summary.has_password}
        />
      ))}
    </div>
  );
}

/** The security settings of the account, with links to change them. */
export function Security() {
  const security = useQuery(securityQuery);
  return (
    <ProfilePage title="Security">
      <QueryView query={security}>{(summary) => <Summary summary={summary} />}</QueryView>
      <Passkeys />
    </ProfilePage>
  );
}
