import type { ComponentProps } from 'react';
import { useHydrated } from './figures';

/** A button for scripts only, without styles: disabled until hydration, so that no click is lost. */
export function ScriptedButton({ disabled = false, ...button }: ComponentProps<'button'>) {
  const hydrated = useHydrated();
  return <button type="button" {...button} disabled={disabled || !hydrated} />;
}
