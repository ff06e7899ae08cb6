import type { ComponentProps } from 'react';
import { ScriptedButton } from './scripted-button';

/**
 * A button with only an icon. `label` names the action and its object. It is disabled until React has started, unless
 * it opens or closes a panel.
 */
export function IconButton({
  label,
  className = '',
  ...button
}: ComponentProps<'button'> & { label: string }) {
  const Element = button.popoverTarget ? 'button' : ScriptedButton;
  return (
    <Element
      type="button"
      aria-label={label}
      title={label}
      {...button}
      className={`grid size-11 shrink-0 place-items-center rounded-sm text-ink-soft hover:bg-wash hover:text-accent disabled:pointer-events-none disabled:opacity-35 ${className}`}
    />
  );
}
