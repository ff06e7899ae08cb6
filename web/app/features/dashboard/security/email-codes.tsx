import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CODE_MESSAGE } from '@vialproof/contract/credentials';
import { parseResponse } from 'hono/client';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { securityQuery } from '../../../data/account/queries';
import { mine } from '../../../data/orders/queries';
import { api } from '../../../lib/api';
import { replaceUser } from '../../../lib/session';
import { useCountdown } from '../../../lib/use-countdown';
import { Button } from '../../../ui/button';
import { CodeInput, isCodeComplete } from '../../../ui/code-input';
import { CountdownButton } from '../../../ui/countdown-button';
import { Form } from '../../../ui/form';
import { notify } from '../../../ui/toast';
import type { Asked } from './email-form';
import { Failure } from './failure';

function NewCodes({ asked, send }: { asked: Asked; send: (asked: Asked) => Promise<unknown> }) {
  const { left, restart } = useCountdown();
  const again = useMutation({
    mutationFn: send,
    onSuccess: () => {
      restart();
      notify.success('New codes sent.');
    },
  });
  return (
    <div className="grid gap-2">
      <CountdownButton left={left} busy={again.isPending} onClick={() => again.mutate(asked)}>
        Request new codes
      </CountdownButton>
      <Failure error={again.error} />
    </div>
  );
}

/** Asks for the codes from both mailboxes. After a reload `asked` is missing, and the user starts again. */
export function EmailCodes({
  from,
  to,
  asked,
  send,
  onGivenUp,
}: {
  from: string;
  to: string;
  asked: Asked | null;
  send: (asked: Asked) => Promise<unknown>;
  onGivenUp: () => void;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [codes, setCodes] = useState({ current_code: '', new_code: '' });
  const [tried, setTried] = useState(false);
  const confirm = useMutation({
    mutationFn: () => parseResponse(api.me['email-change'].confirm.$post({ json: codes })),
    onSuccess: async (profile) => {
      replaceUser({ email: profile.email });
      notify.success('Email changed. Other devices are signed out.');
      await queries.invalidateQueries({ queryKey: mine });
      await navigate('/dashboard/profile/security');
    },
  });
  const giveUp = useMutation({
    mutationFn: () => api.me['email-change'].$delete(),
    onSuccess: async () => {
      onGivenUp();
      await queries.invalidateQueries({ queryKey: securityQuery.queryKey });
    },
  });
  const missing = (code: string) => (tried && !isCodeComplete(code) ? CODE_MESSAGE : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(codes).every((code) => isCodeComplete(code)) && !confirm.isPending) confirm.mutate();
  };
  return (
    <div className="grid gap-6">
      <Form onSubmit={submit} className="grid gap-6">
        <CodeInput
          label={`Code mailed to ${from}`}
          value={codes.current_code}
          onChange={(code) => setCodes({ ...codes, current_code: code })}
          error={missing(codes.current_code)}
          autoFocus
        />
        <CodeInput
          label={`Code mailed to ${to}`}
          value={codes.new_code}
          onChange={(code) => setCodes({ ...codes, new_code: code })}
          error={missing(codes.new_code)}
        />
        <Failure error={confirm.error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={confirm.isPending}>
            {confirm.isPending ? 'Checking the codes…' : 'Change email'}
          </Button>
          <Button variant="quiet" busy={giveUp.isPending} onClick={() => giveUp.mutate()}>
            Keep the present address
          </Button>
        </div>
        <Failure error={giveUp.error} />
      </Form>
      <div className="grid gap-2 border-rule border-t pt-6">
        <p className="text-ink-soft text-sm">
          No mail after a minute? Look in the spam folder
          <span>{asked ? ', or ask for new codes.' : ', or keep the present address and start again.'}</span>
        </p>
        {asked ? <NewCodes asked={asked} send={send} /> : null}
      </div>
    </div>
  );
}
