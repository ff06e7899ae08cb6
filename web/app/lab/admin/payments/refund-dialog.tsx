import { methodFacts } from '@vialproof/contract/payment-methods';
import type { StaffPaymentDetail } from '@vialproof/contract/payments-staff';
import { isReason, REASON_MISSING } from '@vialproof/contract/reasons';
import { amountWords } from '@vialproof/science/money/money';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../../lib/api';
import { readDollars } from '../../../lib/dollars';
import { RadioCards } from '../../../ui/choices';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Form } from '../../../ui/form';
import { TextArea, TextInput } from '../../../ui/inputs';
import { notify } from '../../../ui/toast';
import { OfferedReasons } from '../../offered-reasons';
import { usePaymentStep } from './queries';

interface Answer {
  how: 'all' | 'part';
  part: string;
  reason: string;
}

/** Refunds a payment, in full or in part. The dialog first shows the amount and where the money goes. */
export function RefundDialog({
  payment,
  open,
  onClose,
}: {
  payment: StaffPaymentDetail;
  open: boolean;
  onClose: () => void;
}) {
  // Each time the dialog opens it gets one idempotency key, so a retry after a lost answer does not refund the money
  // twice.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const most = payment.refundable_cents;
  const currency = payment.received_currency ?? payment.currency;
  const { register, handleSubmit, watch, reset, setValue, formState } = useForm<Answer>({
    defaultValues: { how: 'all', part: '', reason: '' },
  });
  const { errors, isSubmitted } = formState;
  const refund = usePaymentStep(payment.id, ({ how, part, reason }: Answer) =>
    parseResponse(
      api.lab.payments[':id'].refund.$post(
        {
          param: { id: payment.id },
          json: { amount_cents: how === 'all' ? null : readDollars(part), reason: reason.trim() },
        },
        { headers: { 'Idempotency-Key': key } },
      ),
    ),
  );
  const close = () => {
    reset();
    refund.reset();
    setKey(crypto.randomUUID());
    onClose();
  };
  const go = handleSubmit((answer) =>
    refund.mutate(answer, {
      onSuccess: () => {
        notify.success('The refund is on its way.');
        close();
      },
    }),
  );
  const how = watch('how');
  const cents = how === 'all' ? most : readDollars(watch('part'));
  const checkPart = (text: string, { how: chosen }: Answer) => {
    if (chosen === 'all') return true;
    const given = readDollars(text);
    if (given === null || given === 0) return 'Enter an amount such as 25 or 25.50.';
    return given <= most || `At most ${amountWords(most, currency)} can be given back.`;
  };

  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Give money back"
      action={cents ? `Give back ${amountWords(cents, currency)}` : 'Give back'}
      busyAction="Asking the provider…"
      danger
      step={refund}
      onConfirm={() => void go()}
    >
      <Form onSubmit={go}>
        <RadioCards
          legend="How much"
          {...register('how')}
          options={[
            { value: 'all', title: 'All that is left', aside: amountWords(most, currency) },
            { value: 'part', title: 'A part of it' },
          ]}
        />
        {how === 'part' ? (
          <TextInput
            label="Amount"
            help={`${amountWords(most, currency)} can be given back.`}
            error={errors.part?.message}
            {...register('part', { validate: checkPart })}
            mono
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
          />
        ) : null}
        <TextArea
          label="Reason"
          help="Stands on the credit note, and in the mail to the customer."
          error={errors.reason?.message}
          {...register('reason', { validate: (text) => isReason('refund', text) || REASON_MISSING })}
          rows={2}
          maxLength={500}
        />
        <OfferedReasons
          place="refund"
          onChoose={(reason) => setValue('reason', reason, { shouldValidate: isSubmitted })}
        />
        <p className="text-ink-soft text-sm">{`It goes back to ${payment.customer_email}, the way it came (${methodFacts[payment.provider].noun}). It cannot be called back.`}</p>
      </Form>
    </ConfirmDialog>
  );
}
