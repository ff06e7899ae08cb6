import type { ReactNode } from 'react';
import { useConfig } from '../../lib/config';
import { withNext } from '../../lib/next';
import { buttonClass } from '../../ui/button';

const providers = [
  { id: 'google', name: 'Google' },
  { id: 'discord', name: 'Discord' },
] as const;

/**
 * Links to the sign-in providers that are configured. The other providers are inactive, and their titles say so. Below
 * them other ways to sign in.
 */
export function ProviderButtons({ next, children }: { next: string | null; children?: ReactNode }) {
  const configured = useConfig()?.sign_in_providers ?? [];
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-4 text-ink-soft text-sm before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule">
        or
      </p>
      <div className="grid grid-cols-2 gap-3">
        {providers.map(({ id, name }) =>
          configured.includes(id) ? (
            <a
              key={id}
              href={withNext(`/api/auth/providers/${id}/start`, next)}
              title={`Continue with ${name}`}
              className={buttonClass({ variant: 'secondary' })}
            >
              {name}
            </a>
          ) : (
            <button
              key={id}
              type="button"
              aria-disabled="true"
              title={`Signing in with ${name} is not set up here.`}
              className={buttonClass({ variant: 'secondary', className: 'opacity-60' })}
            >
              {name}
            </button>
          ),
        )}
      </div>
      {children}
    </div>
  );
}
