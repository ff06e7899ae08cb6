import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SecuritySummary } from '@vialproof/contract/account-changes';
import { EMAIL_MESSAGE, isEmail } from '@vialproof/contract/credentials';
import { CODE_SECONDS } from '@vialproof/contract/mailed-codes';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { securityQuery } from '../../../data/account/queries';
import { api } from '../../../lib/api';
import { showFieldErrors } from '../../../lib/field-errors';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/form';
import { TextInput } from '../../../ui/inputs';
import { QueryView } from '../../../ui/query-view';
import { CurrentPassword } from './current-password';
import { EmailCodes } from './email-codes';
import { Failure } from './failure';
import { Flow } from './flow';

export interface Asked {
  /** The new e-mail address. */
  email: string;
  current_password: string;
}

/** Makes the server mail a code to both addresses. */
function askForCodes({ email, current_password }: Asked) {
  return parseResponse(
    api.me['email-change'].$post({
      json: { email: email.trim(), ...(current_password && { current_password }) },
    }),
  );
}

function Ask({ summary, onAsked }: { summary: SecuritySummary; onAsked: (asked: Asked) => void }) {
  const queries = useQueryClient();
  const form = useForm<Asked>({
    mode: 'onTouched',
    defaultValues: { email: '', current_password: '' },
  });
  const { register, handleSubmit, setError, formState } = form;
  const ask = useMutation({
    mutationFn: askForCodes,
    onSuccess: async (_, asked) => {
      onAsked(asked);
      await queries.invalidateQueries({ queryKey: securityQuery.queryKey });
    },
    onError: (error) => showFieldErrors<Asked>(error, ['email', 'current_password'], setError),
  });
  return (
    <Form onSubmit={handleSubmit((fields) => ask.mutate(fields))}>
      <TextInput label="Present email" type="email" autoComplete="username" value={summary.email} readOnly />
      <TextInput
        {...register('email', {
          validate: (text) => {
            if (!isEmail(text)) return EMAIL_MESSAGE;
            const same = text.trim().toLowerCase() === summary.email.toLowerCase();
            return !same || 'That is your present address.';
          },
        })}
        label="New email"
        type="email"
        maxLength={254}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.email?.message}
      />
      <CurrentPassword summary={summary} form={form} />
      <Failure error={ask.error} fields={['email', 'current_password']} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={ask.isPending}>
          {ask.isPending ? 'Sending the codes…' : 'Send codes'}
        </Button>
        <Button to="/dashboard/profile/security" variant="quiet">
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/** Changes the e-mail address. The user enters a code from the old mailbox and a code from the new mailbox. */
export function EmailForm() {
  const security = useQuery(securityQuery);
  // The password is only in memory. It is needed again for new codes.
  const [asked, setAsked] = useState<Asked | null>(null);
  const waiting = security.data?.email_change ?? null;
  return (
    <Flow
      title="Change email"
      lead={
        waiting
          ? `We mailed a six-digit code to each of the two addresses. Both are valid for ${CODE_SECONDS / 60} minutes.`
          : 'We mail a code to your present address and one to the new. Both are needed, so that nobody else can take your account.'
      }
    >
      <QueryView query={security}>
        {(summary) =>
          summary.email_change ? (
            <EmailCodes
              from={summary.email}
              to={summary.email_change.email}
              asked={asked}
              send={askForCodes}
              onGivenUp={() => setAsked(null)}
            />
          ) : (
            <Ask summary={summary} onAsked={setAsked} />
          )
        }
      </QueryView>
    </Flow>
  );
}
