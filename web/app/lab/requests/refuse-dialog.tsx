import { isReason, REASON_MISSING } from '@vialproof/contract/reasons';
import {
  REJECTION_WORDS,
  SAMPLE_REJECTIONS,
  type SampleRejection,
} from '@vialproof/contract/sample-rejection';
import { useForm } from 'react-hook-form';
import { RadioCards } from '../../ui/choices';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { TextArea } from '../../ui/inputs';
import { OfferedReasons } from '../offered-reasons';

interface Fields {
  rejection: SampleRejection | '';
  note: string;
}

const options = SAMPLE_REJECTIONS.map((value) => ({
  value,
  title: REJECTION_WORDS[value].label,
  text: REJECTION_WORDS[value].wrong,
}));

/** The dialog asks why the laboratory refuses a sample. The reason decides what the mail asks of the owner. */
export function RefuseDialog({
  open,
  onClose,
  task,
  step,
  onRefuse,
}: {
  open: boolean;
  onClose: () => void;
  task: number;
  step: { isPending: boolean; error: Error | null };
  onRefuse: (rejection: SampleRejection, note: string) => void;
}) {
  const { register, handleSubmit, setValue, watch, formState } = useForm<Fields>({
    defaultValues: { rejection: '', note: '' },
  });
  const isOther = watch('rejection') === 'other';
  const go = handleSubmit(({ rejection, note }) => {
    if (rejection) onRefuse(rejection, note.trim());
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Refuse sample ${task}?`}
      action="Refuse sample"
      busyAction="Refusing…"
      danger
      step={step}
      onConfirm={() => void go()}
    >
      <p>
        The order stays open. The customer reads the reason as it stands here and what to do next, and sends
        another sample or cancels for a full refund.
      </p>
      <RadioCards
        {...register('rejection', { required: 'Choose the reason.' })}
        legend="Reason"
        options={options}
        error={formState.errors.rejection?.message}
      />
      <TextArea
        {...register('note', {
          validate: (text, { rejection }) =>
            rejection !== 'other' || isReason('rejection', text) || REASON_MISSING,
        })}
        label="In your words"
        optional={!isOther}
        rows={2}
        maxLength={1000}
        help="The customer reads this."
        error={formState.errors.note?.message}
      />
      {isOther ? (
        <OfferedReasons
          place="rejection"
          onChoose={(note) => setValue('note', note, { shouldValidate: formState.isSubmitted })}
        />
      ) : null}
    </ConfirmDialog>
  );
}
