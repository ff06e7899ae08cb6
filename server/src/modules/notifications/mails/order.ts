import { formatMoney } from '@vialproof/science/money/money';
import { button, link, moment, small } from '../../../platform/mail/mail-content.ts';
import { PAY_WITHIN_SECONDS } from '../../orders/orders.service.ts';
import { quoteBlocks } from './blocks.ts';
import { type OrderMailFacts, openTest, orderMail, testBlock, type WriteOrderMail } from './order-mail.ts';

const paymentsLink = ({ siteUrl }: OrderMailFacts) => link('Your payments', `${siteUrl}/dashboard/billing`);

/** Reminds the owner that an unpaid order expires soon. */
export const reminderMail: WriteOrderMail = (facts) =>
  orderMail(facts, 'your order is not paid yet', [
    `You began an order and did not pay it. It closes${facts.payBy ? ` on ${moment(facts.payBy)}` : ' soon'}. If you pay it before, we write where to send the sample.`,
    testBlock(facts),
    openTest(facts, 'Pay or change the order'),
    small(
      'If you do not want the test any more, there is nothing to do: the order closes by itself and costs nothing.',
    ),
  ]);

export const cancelledMail: WriteOrderMail = (facts) =>
  orderMail(facts, 'your order is cancelled', [
    testBlock(facts),
    ...(facts.wasPaid
      ? [
          `You get a full refund of ${formatMoney(facts.priceCents)} to the means you paid with. We write again when it is on its way.`,
          'If a sample is already in the mail: we keep the vial for 30 days and then destroy it. It will not be tested.',
        ]
      : ['Nothing was charged.']),
  ]);

export const expiredMail: WriteOrderMail = (facts) =>
  orderMail(facts, 'your order has expired', [
    `It was not paid within ${PAY_WITHIN_SECONDS / 3600} hours, so it was closed. Nothing was charged. You can order the test again at any time.`,
    testBlock(facts),
    button('Order a test', `${facts.siteUrl}/request`),
  ]);

export const refundedMail: WriteOrderMail = (facts) =>
  orderMail(facts, 'your refund is on its way', [
    'The payment provider has accepted the refund of your payment. How long it takes to arrive depends on your bank or wallet.',
    testBlock(facts),
    paymentsLink(facts),
  ]);

/** Tells the owner that a part of the money was refunded. */
export const partRefundedMail: WriteOrderMail = (facts) =>
  orderMail(facts, 'a part of your payment goes back to you', [
    ...quoteBlocks('What was returned:', facts.note),
    'Your order stands as it is. How long the money takes to arrive depends on your bank or wallet.',
    testBlock(facts),
    paymentsLink(facts),
  ]);

export const paymentFailedMail: WriteOrderMail = (facts) =>
  orderMail(facts, 'the payment did not go through', [
    testBlock(facts),
    ...quoteBlocks('The payment provider says:', facts.note),
    'Nothing was charged. You can try again from your dashboard.',
    openTest(facts, 'Try again'),
  ]);

export const paymentProblemMail: WriteOrderMail = (facts) =>
  orderMail(
    facts,
    'a problem with your payment',
    [
      testBlock(facts),
      ...quoteBlocks('What we know:', facts.note),
      'Please do not pay again. Somebody looks into it, and no money is lost: it counts towards this order or goes back to you.',
      openTest(facts),
    ],
    'There is a problem with your payment',
  );

export const paymentReturnedMail: WriteOrderMail = (facts) =>
  orderMail(facts, 'a payment goes back to you', [
    'A payment arrived for an order that was already paid or had been cancelled. We return it in full to the means you paid with.',
    testBlock(facts),
    paymentsLink(facts),
  ]);
