import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { securityQuery } from '../../../data/account/queries';
import { safeNext } from '../../../lib/next';
import { Button } from '../../../ui/button';
import { QueryView } from '../../../ui/query-view';
import { Flow } from './flow';
import { RecoveryCodes } from './recovery-codes';
import { SecondFactorOn } from './second-factor-on';
import { SecondFactorSetup } from './second-factor-setup';

const leads = {
  on: 'Your account asks for a code from your authenticator app after the password.',
  off: 'After the password, a code from an app on your phone: a stolen password alone opens nothing.',
  required:
    'Your role needs it: staff pages open once a code from an app on your phone protects your sign-in.',
};

/** Switches the second factor on or off, or creates new recovery codes. */
export function SecondFactor() {
  const security = useQuery(securityQuery);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const next = safeNext(query.get('next'));
  const [codes, setCodes] = useState<string[] | null>(null);

  const goOn = () => {
    setCodes(null);
    void navigate(next ?? '/dashboard/profile/security');
  };
  return (
    <Flow
      title={codes ? 'Keep your recovery codes' : 'Two-step sign-in'}
      lead={codes || !security.data ? undefined : leads[security.data.second_factor]}
    >
      <QueryView query={security}>
        {(summary) => {
          if (codes) {
            return (
              <div className="grid gap-6">
                <RecoveryCodes codes={codes} email={summary.email} />
                <div className="border-rule border-t pt-5">
                  <Button onClick={goOn}>I have kept them</Button>
                </div>
              </div>
            );
          }
          return summary.second_factor === 'on' ? (
            <SecondFactorOn summary={summary} onCodes={setCodes} />
          ) : (
            <SecondFactorSetup summary={summary} onCodes={setCodes} />
          );
        }}
      </QueryView>
    </Flow>
  );
}
