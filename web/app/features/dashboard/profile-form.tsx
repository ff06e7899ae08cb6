import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Profile } from '@vialproof/contract/accounts';
import { isPhone, PHONE_MESSAGE } from '@vialproof/contract/credentials';
import { parseResponse } from 'hono/client';
import { useEffect } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { api } from '../../lib/api';
import { showFieldErrors } from '../../lib/field-errors';
import { keep, readKept } from '../../lib/kept';
import { ApiProblem } from '../../lib/problem';
import { replaceUser } from '../../lib/session';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/choices';
import { Form } from '../../ui/form';
import { TextInput } from '../../ui/inputs';
import { QueryView } from '../../ui/query-view';
import { StepError } from '../../ui/step-error';
import { notify } from '../../ui/toast';
import { profileQuery } from './queries';
import { ProfilePage } from './security/profile-page';

interface Fields {
  display_name: string;
  company: string;
  phone: string;
  marketing_opt_in: boolean;
}

const draftName = 'profile';
const names: FieldPath<Fields>[] = ['display_name', 'company', 'phone', 'marketing_opt_in'];

function fieldsOf({ display_name, company, phone, marketing_opt_in }: Profile): Fields {
  return { display_name, company: company ?? '', phone: phone ?? '', marketing_opt_in };
}

function Edit({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const { register, handleSubmit, setError, setValue, subscribe, reset, formState } = useForm<Fields>({
    values: fieldsOf(profile),
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty } = formState;
  // Unsaved edits survive a reload and a visit to another page.
  useEffect(() => {
    const draft = readKept<Partial<Fields>>(draftName) ?? {};
    for (const name of names) {
      const value = draft[name];
      if (value !== undefined) setValue(name, value, { shouldDirty: true });
    }
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => keep(draftName, isDirty ? values : null),
    });
  }, [setValue, subscribe]);
  const save = useMutation({
    mutationFn: (fields: Fields) => parseResponse(api.me.profile.$put({ json: fields })),
    onSuccess: async (saved) => {
      keep(draftName, null);
      reset(fieldsOf(saved));
      replaceUser({ display_name: saved.display_name });
      notify.success('Profile saved.');
      await queries.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
    onError: (error) => showFieldErrors<Fields>(error, names, setError),
  });
  const { errors } = formState;
  const isSaid = save.error instanceof ApiProblem && names.some((name) => errors[name]);
  return (
    <Form onSubmit={handleSubmit((fields) => save.mutate(fields))} className="grid max-w-md gap-5">
      <TextInput
        label="Email"
        type="email"
        value={profile.email}
        readOnly
        autoComplete="username"
        help={
          <>
            Your sign-in.{' '}
            <Link to="/dashboard/profile/email" className="link">
              Change email
            </Link>
          </>
        }
      />
      <TextInput
        {...register('display_name', {
          validate: (name) => {
            if (name.trim().length < 2) return 'Please choose a name of at least 2 characters.';
            return !name.includes('@') || 'A display name never holds an email address.';
          },
        })}
        label="Display name"
        autoComplete="nickname"
        maxLength={50}
        help="Shown to others where people are named. Never on a certificate or a public test."
        error={errors.display_name?.message}
      />
      <TextInput
        {...register('company')}
        label="Company"
        optional
        autoComplete="organization"
        maxLength={120}
        error={errors.company?.message}
      />
      <TextInput
        {...register('phone', { validate: (text) => isPhone(text) || PHONE_MESSAGE })}
        label="Phone"
        optional
        type="tel"
        autoComplete="tel"
        maxLength={40}
        error={errors.phone?.message}
      />
      <Checkbox {...register('marketing_opt_in')} error={errors.marketing_opt_in?.message}>
        Send me news now and then. Mails about my orders come in any case.
      </Checkbox>
      <StepError error={isSaid ? null : save.error} />
      <div>
        <Button type="submit" disabled={!isDirty} busy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save profile'}
        </Button>
      </div>
    </Form>
  );
}

export function ProfileForm() {
  const profile = useQuery(profileQuery);
  return (
    <ProfilePage title="Profile">
      <QueryView query={profile} failure={(message) => `Error loading profile: ${message}`}>
        {(data) => <Edit profile={data} />}
      </QueryView>
    </ProfilePage>
  );
}
