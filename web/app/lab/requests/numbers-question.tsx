import type { Thousands } from '@vialproof/contract/thousands';
import { thousandsQuestion } from '@vialproof/science/chromatography/thousands-question';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

/** An upload of a file whose numbers are ambiguous, with the person's answer how they are read. */
export interface AskedUpload {
  file: File;
  thousands?: Thousands;
}

/** An upload that the server may refuse with a question. */
interface Step {
  error: Error | null;
  variables: AskedUpload | undefined;
  isPending: boolean;
  reset: () => void;
}

export const isQuestion = (error: Error | null) =>
  error instanceof ApiProblem && error.readings !== undefined;

/** Asks how the numbers of a file are read ('1,234'). The same file is sent again with the person's answer. */
export function NumbersQuestion({ step, onAnswer }: { step: Step; onAnswer: (upload: AskedUpload) => void }) {
  const readings = step.error instanceof ApiProblem ? step.error.readings : undefined;
  const { file } = step.variables ?? {};
  const answer = (thousands: Thousands) => file && onAnswer({ file, thousands });
  return (
    <Dialog
      open={readings !== undefined && file !== undefined}
      onClose={step.reset}
      title={readings ? thousandsQuestion(readings) : ''}
      actions={
        <>
          <Button
            variant="secondary"
            onClick={() => answer('decimals')}
          >{`It is ${readings?.decimals ?? ''}`}</Button>
          <Button onClick={() => answer('groups')}>{`It is ${readings?.groups ?? ''}`}</Button>
        </>
      }
    >
      <p>
        The signal of <bdi>{file?.name}</bdi> can be read in two ways, and no other number of the file tells
        which. The answer is kept with the file and holds for all of its numbers.
      </p>
    </Dialog>
  );
}
