import { Link } from 'react-router';
import { useConfig } from '../lib/config';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { DocumentPage } from '../ui/document';
import type { Route } from './+types/terms';

export const handle: PageHandle = { query: [], isKept: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Terms of service',
    description: 'What you order, what it costs, how to cancel, and how certificates may be used.',
    path: '/terms',
  });
}

export default function Terms() {
  const config = useConfig();
  const brand = config?.brand;
  return (
    <DocumentPage title="Terms of service" lead="What you order, what it costs, and how to get out of it.">
      <h2>Who you deal with</h2>
      <p>{`${brand?.name ?? ''} is run by ${brand?.lab_name ?? ''}, ${brand?.lab_address ?? ''}. You order from the laboratory, and the laboratory issues the certificate.`}</p>
      <h2>Your account</h2>
      <p>
        Ordering needs an account with a verified email address. Keep your password to yourself: what is
        ordered or cancelled through your account counts as done by you.
      </p>
      <h2>An order</h2>
      <ul>
        <li>One order is one test of one sample. It has a task number and a unique key.</li>
        <li>
          The price is frozen when you create the order. The discount for a public result is applied when you
          choose “public”, before you pay.
        </li>
        <li>
          An order that was not taken to checkout lapses after 24 hours, an unpaid checkout after another 24.
        </li>
        <li>The order is firm once the payment provider confirms your payment to us.</li>
      </ul>
      <h2>The sample</h2>
      <p>
        Send it as the order’s page describes, with the task number in the package. You confirm that you may
        own and send it. A sample that cannot be tested is refused with a reason; you may send another one or
        cancel. See the <Link to="/testing-policy">testing policy</Link>.
      </p>
      <h2>Cancelling and refunds</h2>
      <ul>
        <li>
          You can cancel at any time before the laboratory has received the sample. What you paid goes back to
          where it came from, in full.
        </li>
        <li>
          Cancel after posting a sample, and the vial is kept for 30 days when it arrives, then destroyed. It
          is not sent back.
        </li>
        <li>A payment made twice, or after a cancellation, is refunded.</li>
        <li>
          Once the sample has been received the test is being done and the order can no longer be cancelled by
          you.
        </li>
      </ul>
      <h2>Group tests</h2>
      <p>
        Before you join you see the most you may have to pay, and nothing is charged until the group is
        locked. From then on the shares no longer change and nobody leaves. A share that is not paid within
        seven days is offered to somebody else. If the test does not come about, every paid share is refunded.
      </p>
      <p>{`What the group pays for shipping and the vial is owed to whoever sent it once the laboratory has the sample. It is paid out ${config?.payout_wait_days ?? ''} days after the last card payment, since card payments can be taken back; the laboratory may release it earlier.`}</p>
      <h2>Paid display</h2>
      <p>
        A week in Discoveries is seven days by the calendar of UTC, which you see before you pay. A payment
        that comes too late for them gets the next free week that begins within seven days; otherwise it goes
        back in full. A week never renews itself. If the result is withdrawn, or the laboratory ends the
        display, the price of the days that have not begun goes back.
      </p>
      <h2>Results</h2>
      <p>
        A result describes the sample that was received and nothing else. It is not advice on whether to use a
        substance, and not a statement about other vials of the same maker or batch.
      </p>
      <h2>Certificates</h2>
      <p>
        You may share a certificate unchanged and in full. Changing one, showing parts of it as the whole, or
        attaching it to another product is forbidden, and anybody can find out on the{' '}
        <Link to="/verify">verification page</Link>.
      </p>
      <h2>Using the site</h2>
      <p>
        Do not try to guess keys, reach other people’s orders or disturb the service. Repeated attempts are
        slowed down and recorded.
      </p>
      <h2>Changes</h2>
      <p>An order follows the terms that stood here on the day it was paid.</p>
    </DocumentPage>
  );
}
