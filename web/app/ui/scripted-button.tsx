import type { ComponentProps } from 'react';
import { useHydrated } from './figures';

/** A button that only scripts answer, without a look of its own: disabled until they are here, so that no press is lost. */
export function ScriptedButton({ disabled = false, ...button }: ComponentProps<'button'>) {
  const hydrated = useHydrated();
  return <button type="button" {...button} disabled={disabled || !hydrated} />;
}
