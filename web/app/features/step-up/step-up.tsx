import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../lib/session';
import { answerStepUp, failStepUp, useStepUp } from '../../lib/step-up';
import type StepUpDialog from './step-up-dialog';

/**
 * Shows the dialog that asks for password, code or passkey, and loads its code for the first question. The question
 * closes when the person leaves the page or signs out.
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
      {Dialog ? <Dialog open={isOpen} /> : null}
    </>
  );
}

/** Cancels the open question when it is unmounted. Its key is the page and the person to whom the question belongs. */
function CancelOnLeave() {
  useEffect(() => () => answerStepUp(false), []);
  return null;
}
