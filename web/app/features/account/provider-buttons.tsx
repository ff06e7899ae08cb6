import { useConfig } from '../../lib/config';
import { buttonClass } from '../../ui/button';

const providers = [
  { id: 'google', name: 'Google' },
  { id: 'discord', name: 'Discord' },
] as const;

/** Displayed and inactive (specification, section 1): the title says so. */
export function ProviderButtons() {
  const configured = useConfig()?.sign_in_providers ?? [];
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-4 text-ink-soft text-sm before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule">
        or
      </p>
      <div className="grid grid-cols-2 gap-3">
        {providers.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-disabled="true"
            title={
              configured.includes(id)
                ? `Signing in with ${name} is not available yet.`
                : `Signing in with ${name} is not set up here.`
            }
            className={buttonClass({ variant: 'secondary', className: 'opacity-60' })}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
