import { layOutMail, type MailBlock, type MailText } from '../../../platform/mail-layout.ts';
import { PAY_WITHIN_SECONDS } from '../../orders/orders.service.ts';
import { dashboardUrl, dollars, type MailFacts, moment, quoteBlocks, testBlock } from './mail-facts.ts';

/** An order was begun, is not paid, and ends soon. */
export function reminderMail(facts: MailFacts, requestId: string): MailText {
  return layOutMail(facts.brand, {
    subject: `Task ${facts.taskNumber}: your order is not paid yet`,
    heading: 'Your order is not paid yet',
    blocks: [
      {
        kind: 'paragraph',
        text: `You began an order and did not pay it. It closes${facts.payBy ? ` on ${moment(facts.payBy)}` : ' soon'}. If you pay it before, we write where to send the sample.`,
      },
      testBlock(facts),
      { kind: 'button', label: 'Open the order', url: dashboardUrl(facts, requestId) },
      {
        kind: 'small',
        text: 'If you do not want the test any more, there is nothing to do: the order closes by itself and costs nothing.',
      },
    ],
  });
}

export function cancelledMail(facts: MailFacts): MailText {
  const money: MailBlock[] = facts.wasPaid
    ? [
        {
          kind: 'paragraph',
          text: `You get a full refund of ${dollars(facts.priceCents)} to the means you paid with. We write again when it is on its way.`,
        },
        {
          kind: 'paragraph',
          text: 'If a sample is already in the mail: we keep the vial for 30 days and then destroy it. It will not be tested.',
        },
      ]
    : [{ kind: 'paragraph', text: 'Nothing was charged.' }];
  return layOutMail(facts.brand, {
    subject: `Task ${facts.taskNumber}: your order is cancelled`,
    heading: 'Your order is cancelled',
    blocks: [testBlock(facts), ...money],
  });
}

export function expiredMail(facts: MailFacts): MailText {
  return layOutMail(facts.brand, {
    subject: `Task ${facts.taskNumber}: your order has expired`,
    heading: 'Your order has expired',
    blocks: [
      {
        kind: 'paragraph',
        text: `It was not paid within ${PAY_WITHIN_SECONDS / 3600} hours, so it was closed. Nothing was charged. You can order the test again at any time.`,
      },
      testBlock(facts),
      { kind: 'button', label: 'Order a test', url: `${facts.brand.url}/request` },
    ],
  });
}

export function refundedMail(facts: MailFacts): MailText {
  return layOutMail(facts.brand, {
    subject: `Task ${facts.taskNumber}: your refund is on its way`,
    heading: 'Your refund is on its way',
    blocks: [
      {
        kind: 'paragraph',
        text: 'The payment provider has accepted the refund of your payment. How long it takes to arrive depends on your bank or wallet.',
      },
      testBlock(facts),
      { kind: 'link', label: 'Your payments', url: `${facts.brand.url}/dashboard/billing` },
    ],
  });
}

/** A part went back: what had come in excess, or what an admin decided. */
export function partRefundedMail(facts: MailFacts): MailText {
  return layOutMail(facts.brand, {
    subject: `Task ${facts.taskNumber}: a part of your payment goes back to you`,
    heading: 'A part of your payment goes back to you',
    blocks: [
      ...quoteBlocks('What was returned:', facts.note),
      {
        kind: 'paragraph',
        text: 'Your order stands as it is. How long the money takes to arrive depends on your bank or wallet.',
      },
      testBlock(facts),
      { kind: 'link', label: 'Your payments', url: `${facts.brand.url}/dashboard/billing` },
    ],
  });
}

export function paymentFailedMail(facts: MailFacts, requestId: string): MailText {
  return layOutMail(facts.brand, {
    subject: `Task ${facts.taskNumber}: the payment did not go through`,
    heading: 'The payment did not go through',
    blocks: [
      testBlock(facts),
      ...quoteBlocks('The payment provider says:', facts.note),
      { kind: 'paragraph', text: 'Nothing was charged. You can try again from your dashboard.' },
      { kind: 'button', label: 'Try again', url: dashboardUrl(facts, requestId) },
    ],
  });
}

export function paymentProblemMail(facts: MailFacts, requestId: string): MailText {
  return layOutMail(facts.brand, {
    subject: `Task ${facts.taskNumber}: a problem with your payment`,
    heading: 'There is a problem with your payment',
    blocks: [
      testBlock(facts),
      ...quoteBlocks('What we know:', facts.note),
      {
        kind: 'paragraph',
        text: 'Please do not pay again. Somebody looks into it, and no money is lost: it counts towards this order or goes back to you.',
      },
      { kind: 'button', label: 'Open the test on your dashboard', url: dashboardUrl(facts, requestId) },
    ],
  });
}

export function paymentReturnedMail(facts: MailFacts): MailText {
  return layOutMail(facts.brand, {
    subject: `Task ${facts.taskNumber}: a payment goes back to you`,
    heading: 'A payment goes back to you',
    blocks: [
      {
        kind: 'paragraph',
        text: 'A payment arrived for an order that was already paid or had been cancelled. We return it in full to the means you paid with.',
      },
      testBlock(facts),
      { kind: 'link', label: 'Your payments', url: `${facts.brand.url}/dashboard/billing` },
    ],
  });
}
