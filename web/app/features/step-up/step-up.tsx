import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { answerStepUp, useStepUp } from '../../lib/step-up';

const StepUpDialog = lazy(() => import('./step-up-dialog'));

/** The place of the question for password or code. Empty until a call needs it. A page that is left takes it along. */
export function StepUp() {
  const isOpen = useStepUp();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question belongs to the page at this address.
  useEffect(() => () => answerStepUp(false), [pathname]);
  if (isOpen === null) return null;
  return (
    <Suspense>
      <StepUpDialog open={isOpen} />
    </Suspense>
  );
}
