import { Link } from 'react-router';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { DocumentPage } from '../ui/document';
import type { Route } from './+types/testing-policy';

export const handle: PageHandle = { query: [], isKept: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Testing policy',
    description: 'How samples are accepted, how results are reviewed, published, corrected and withdrawn.',
    path: '/testing-policy',
  });
}

export default function TestingPolicy() {
  return (
    <DocumentPage
      title="Testing policy"
      lead="How a sample becomes a result, and what happens when something is wrong."
    >
      <h2>What you state, and what we measure</h2>
      <p>
        Compound, maker, batch and label claim are your statements and marked so on the certificate.
        Everything in the table of measurements was measured, with its method, unit and, where there is one,
        the limit it was judged by.
      </p>
      <h2>Sending a sample</h2>
      <ul>
        <li>Send the number of vials that the test asks for, sealed and in their original state.</li>
        <li>Put the task number in the package. Without it a sample cannot be matched to an order.</li>
        <li>Do not send anything beside the sample.</li>
      </ul>
      <h2>Intake</h2>
      <p>
        The condition of the sample is recorded when it arrives. A sample that is broken, leaking, mixed up or
        not what was ordered is refused with a reason that you can read on your order’s page. Nothing is
        charged for a refusal: send another sample or cancel.
      </p>
      <h2>Review</h2>
      <p>
        One person enters a result, another one reviews and publishes it. Nobody publishes a result whose
        measurements, trace or attachments they touched, and who lets an instrument send its traces by itself
        publishes none of theirs. Staff never handle their own orders, and read of them what you would read.
      </p>
      <h2>Verdicts</h2>
      <p>
        “Pass” and “Fail” compare a value with the limit printed beside it. A measurement without a limit has
        no verdict. “ND” means not detected; “&lt; LOD” and “&lt; LOQ” mean below what the method can detect
        or quantify.
      </p>
      <h2>Corrections</h2>
      <p>
        A published result is never changed. A correction is a new revision with its reason; the earlier one
        stays in the history as replaced, with its certificate, and verification says so.
      </p>
      <h2>Withdrawal</h2>
      <p>
        A result that should not stand is withdrawn, with the reason shown on its page and by{' '}
        <Link to="/verify">verification</Link>. Its certificate can then no longer be downloaded.
      </p>
      <h2>Public and private</h2>
      <p>
        Visibility is chosen before payment, when nobody knows the result, and unfavourable results are
        published like favourable ones. The owner of a completed private test can make it public later, for
        good. A public test never becomes private.
      </p>
      <h2>What a result is not</h2>
      <p>
        A result relates only to the sample that was received. It says nothing about sterility, endotoxin,
        metals or anything else that was not ordered and measured.
      </p>
    </DocumentPage>
  );
}
