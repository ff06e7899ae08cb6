import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Checkbox } from '../../ui/choices';

const policy = 'text-accent underline underline-offset-4 hover:text-accent-strong';

export function Agreement(input: Omit<ComponentProps<typeof Checkbox>, 'children'>) {
  return (
    <Checkbox {...input} autoComplete="off">
      I confirm the provided details are accurate and I agree to the{' '}
      <Link to="/terms" target="_blank" className={policy}>
        terms of service
      </Link>{' '}
      and{' '}
      <Link to="/testing-policy" target="_blank" className={policy}>
        testing policy
      </Link>
      .
    </Checkbox>
  );
}
