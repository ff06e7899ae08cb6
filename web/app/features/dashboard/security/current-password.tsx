import type { SecuritySummary } from '@vialproof/contract/account-changes';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { PasswordInput } from '../../../ui/password-input';

/** Asks for the current password, if the account has one. A hidden user name helps password managers. */
export function CurrentPassword<Fields extends FieldValues & { current_password: string }>({
  summary,
  form: { register, getFieldState, formState },
}: {
  summary: SecuritySummary;
  form: Pick<UseFormReturn<Fields>, 'register' | 'getFieldState' | 'formState'>;
}) {
  const name = 'current_password' as Path<Fields>;
  return (
    <>
      <input type="text" autoComplete="username" value={summary.email} readOnly hidden />
      {summary.has_password ? (
        <PasswordInput
          {...register(name, { required: 'Enter your current password.' })}
          label="Current password"
          autoComplete="current-password"
          error={getFieldState(name, formState).error?.message}
        />
      ) : null}
    </>
  );
}
