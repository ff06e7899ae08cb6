import { useMutation } from '@tanstack/react-query';
import type { StaffMember } from '@vialproof/contract/staff';
import { parseResponse } from 'hono/client';
import { useForm } from 'react-hook-form';
import { api } from '../../lib/api';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { Form } from '../../ui/form';
import { TextInput } from '../../ui/inputs';

/** Finds a person without a role, by the e-mail address of the account. */
export function FindPerson({ onFound }: { onFound: (person: StaffMember) => void }) {
  const { register, handleSubmit, formState } = useForm<{ email: string }>();
  const find = useMutation({
    mutationFn: async ({ email }: { email: string }) =>
      (await parseResponse(api.lab.staff.find.$get({ query: { email: email.trim() } }))).data,
    onSuccess: onFound,
  });
  const missing = find.error instanceof ApiProblem && find.error.code === 'not_found';
  const failure = missing ? 'No account has this address. The person registers first.' : find.error?.message;
  return (
    <section className="grid max-w-lg gap-4 pt-4">
      <h2 className="display-3">Give somebody a role</h2>
      <Form onSubmit={handleSubmit((typed) => find.mutate(typed))} className="grid gap-4">
        <TextInput
          {...register('email', {
            validate: (text) => text.trim() !== '' || 'Enter an email address.',
            onChange: find.reset,
          })}
          label="Email of their account"
          type="email"
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.email?.message ?? failure}
        />
        <div>
          <Button type="submit" size="large" busy={find.isPending}>
            {find.isPending ? 'Looking…' : 'Find'}
          </Button>
        </div>
      </Form>
    </section>
  );
}
