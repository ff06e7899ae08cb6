import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Profile } from '@vialproof/contract/accounts';
import { parseResponse } from 'hono/client';
import { type FieldPath, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { api } from '../../lib/api';
import { showFieldErrors } from '../../lib/field-errors';
import { replaceUser } from '../../lib/session';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/choices';
import { FieldError } from '../../ui/field';
import { TextInput } from '../../ui/inputs';
import { ErrorPanel, Skeleton } from '../../ui/states';
import { notify } from '../../ui/toast';
import { profileQuery } from './queries';
import { ProfilePage } from './security/profile-page';

interface Fields {
  display_name: string;
  company: string;
  phone: string;
  marketing_opt_in: boolean;
}

const names: FieldPath<Fields>[] = ['display_name', 'company', 'phone', 'marketing_opt_in'];

function fieldsOf({ display_name, company, phone, marketing_opt_in }: Profile): Fields {
  return { display_name, company: company ?? '', phone: phone ?? '', marketing_opt_in };
}

function Edit({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const { register, handleSubmit, setError, reset, formState } = useForm<Fields>({
    values: fieldsOf(profile),
    resetOptions: { keepDirtyValues: true },
  });
  const save = useMutation({
    mutationFn: (fields: Fields) => parseResponse(api.me.profile.$put({ json: fields })),
    onSuccess: async (saved) => {
      reset(fieldsOf(saved));
      replaceUser({ display_name: saved.display_name });
      notify.success('Profile saved.');
      await queries.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
    onError: (error) => showFieldErrors<Fields>(error, names, setError),
  });
  const { errors } = formState;
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit((fields) => save.mutate(fields))(event)}
      className="grid max-w-md gap-5"
    >
      <TextInput
        label="Email"
        type="email"
        value={profile.email}
        readOnly
        autoComplete="username"
        help={
          <>
            Your sign-in.{' '}
            <Link
              to="/dashboard/profile/email"
              className="text-accent underline underline-offset-4 hover:text-accent-strong"
            >
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
        {...register('phone')}
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
      <div role="alert" className="empty:hidden">
        {save.error ? <FieldError>{save.error.message}</FieldError> : null}
      </div>
      <div>
        <Button type="submit" disabled={!formState.isDirty} busy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save profile'}
        </Button>
      </div>
    </form>
  );
}

export function ProfileForm() {
  const profile = useQuery(profileQuery);
  return (
    <ProfilePage title="Profile">
      {profile.data ? <Edit profile={profile.data} /> : null}
      {profile.isPending ? (
        <div className="grid max-w-md gap-6" aria-busy="true">
          {[1, 2, 3, 4].map((place) => (
            <Skeleton key={place} className="h-18" />
          ))}
        </div>
      ) : null}
      {profile.isError && !profile.data ? (
        <ErrorPanel
          message={`Error loading profile: ${profile.error.message}`}
          onRetry={() => void profile.refetch()}
          busy={profile.isFetching}
        />
      ) : null}
    </ProfilePage>
  );
}
