import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../lib/session';
import { answerStepUp, failStepUp, useStepUp } from '../../lib/step-up';
import type StepUpDialog from './step-up-dialog';

/**
 * The place of the question for password, code or passkey. Empty until a call needs it. A page that is left and a person
 * who signs out take it along.
 */
export function StepUp() {
  const isOpen = useStepUp();
  const { pathname } = useLocation();
  const person = useSession()?.user.id;
  // Not React's `lazy`, which would replace the whole page if the code cannot be loaded.
  const [Dialog, setDialog] = useState<typeof StepUpDialog>();
  useEffect(() => {
    if (isOpen && !Dialog)
      import('./step-up-dialog').then((loaded) => setDialog(() => loaded.default), failStepUp);
  }, [isOpen, Dialog]);
  return (
    <>
      <CancelOnLeave key={`${pathname} ${person}`} />
      {isOpen !== null && Dialog ? <Dialog open={isOpen} /> : null}
    </>
  );
}

/** Cancels the open question when it is unmounted. Its key is the page and the person to whom the question belongs. */
function CancelOnLeave() {
  useEffect(() => () => answerStepUp(false), []);
  return null;
}
