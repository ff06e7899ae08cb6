import { useMutation } from '@tanstack/react-query';
import type { StaffMember } from '@vialproof/contract/staff';
import { parseResponse } from 'hono/client';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { TextInput } from '../../ui/inputs';

/** Somebody who has no role yet: by the address of their account. */
export function FindPerson({ onFound }: { onFound: (person: StaffMember) => void }) {
  const [email, setEmail] = useState('');
  const find = useMutation({
    mutationFn: async (typed: string) =>
      (await parseResponse(api.lab.staff.find.$get({ query: { email: typed } }))).data,
    onSuccess: onFound,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() && !find.isPending) find.mutate(email.trim());
  };
  const missing = find.error instanceof ApiProblem && find.error.code === 'not_found';
  const failure = missing ? 'No account has this address. The person registers first.' : find.error?.message;
  return (
    <section className="grid max-w-lg gap-4 pt-4">
      <h2 className="display-3">Give somebody a role</h2>
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
        <TextInput
          label="Email of their account"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            find.reset();
          }}
          error={failure}
        />
        <div>
          <Button type="submit" size="large" disabled={!email.trim()} busy={find.isPending}>
            {find.isPending ? 'Looking…' : 'Find'}
          </Button>
        </div>
      </form>
    </section>
  );
}
