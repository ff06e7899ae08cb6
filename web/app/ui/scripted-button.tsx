import type { ComponentProps } from 'react';
import { useHydrated } from './figures';

/** A button for scripts only, without styles. It is disabled until React has started, so that no click is lost. */
export function ScriptedButton({ disabled = false, ...button }: ComponentProps<'button'>) {
  const hydrated = useHydrated();
  return <button type="button" {...button} disabled={disabled || !hydrated} />;
}
