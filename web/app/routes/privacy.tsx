import { Link } from 'react-router';
import { useConfig } from '../lib/config';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { DocumentPage } from '../ui/document';
import type { Route } from './+types/privacy';

export const handle: PageHandle = { query: [], isKept: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Privacy',
    description: 'What is stored about you, who sees it, and what is never shown.',
    path: '/privacy',
  });
}

export default function Privacy() {
  const brand = useConfig()?.brand;
  return (
    <DocumentPage
      title="Privacy"
      lead="Who ordered a test is never shown: not in the list, not on a certificate, not by verification."
    >
      <h2>What is stored</h2>
      <ul>
        <li>
          Your name, email address and a fingerprint of your password (a hash), by which we recognise it. Your
          password itself is not stored.
        </li>
        <li>Your profile as you fill it in: display name, company, telephone.</li>
        <li>Your orders: test, specimen details, notes, visibility, status, tracking number and results.</li>
        <li>
          Your payments and invoices: amount, state and the payment provider’s reference. Card numbers are
          entered on the provider’s page and never reach us.
        </li>
        <li>
          If you asked to be told when something new comes: the email address that you gave, and what it
          watches. No account is needed for that.
        </li>
        <li>
          Your sign-ins: browser, network address and time, and what changed in your account’s security. You
          can read both on the dashboard.
        </li>
        <li>Who changed what and when, for orders and results.</li>
        <li>
          How often the page of a result is opened while its owner pays for a place in Discoveries: a sum per
          day. So that a reader is counted once a day, a fingerprint of network address, test and day (a keyed
          hash) is kept for a day.
        </li>
        <li>Technical logs of requests, without passwords, keys or tokens.</li>
      </ul>
      <h2>What others see</h2>
      <ul>
        <li>
          <strong>Public test:</strong> the test, compound, maker, batch, label claim, result and certificate.
          Never who ordered it, and never its unique key.
        </li>
        <li>
          <strong>Private test:</strong> the name of the test, its task number and its status. Whoever has the
          unique key learns the dates and whether there is a valid certificate.
        </li>
        <li>
          <strong>Group test:</strong> the display names of members and volunteers. Yours is made up until you
          choose one.
        </li>
        <li>
          <strong>Public log:</strong> that a certificate was issued, replaced or withdrawn, and its
          fingerprint. Nothing in it leads to a private test or a person.
        </li>
        <li>Laboratory staff see what they need to test your sample and answer you.</li>
      </ul>
      <h2>How long</h2>
      <ul>
        <li>An account whose email address was never confirmed: a week.</li>
        <li>
          A mail about your account: until it was sent; any other, a day longer. One that cannot be delivered:
          until it is, or you delete your account.
        </li>
        <li>
          That a reset code was asked for, with the email address and the name of the browser: until it is
          mailed, and an hour at most.
        </li>
        <li>
          What an email address watches: until you stop it by the link in each of its mails or on the
          dashboard; the address goes with it. What nobody confirmed: two days.
        </li>
        <li>
          Codes: a day after they ran out. Ended sign-ins: a month. The log of your account’s security: half a
          year.
        </li>
        <li>
          Orders, results and certificates stay: whoever holds a certificate must be able to verify it. So
          does what the books must hold.
        </li>
        <li>
          You can download your data and delete your account on the{' '}
          <Link to="/dashboard/profile/data">dashboard</Link>. Then your name and address go; your tests stay,
          without you.
        </li>
      </ul>
      <h2>Who receives data</h2>
      <p>
        The payment provider you choose receives your email address, the order’s number and the amount. Mail
        goes through a mail service. There are no advertisements, no trackers and no scripts from other
        companies on these pages.
      </p>
      <h2>In your browser</h2>
      <p>
        Signing in stores two keys of your sign-in (an access token and a refresh token) and your user record
        in the browser’s local storage, and signing out removes them. An unfinished form is kept in its tab,
        so that signing in or a reload does not lose it.
      </p>
      <p>
        One cookie, of 400 days, marks a browser in which you signed in or entered a mailed code. By it we
        know which sign-ins to warn you of, and whom the wrong passwords of strangers must not slow down; it
        opens nothing. Others last minutes, or a day at most, while you register, reset a password or sign in
        through another company. Visitors who only read get none.
      </p>
      <h2>Mail</h2>
      <p>
        You get the codes you ask for, a reminder before an unpaid order closes, a message for each step of a
        paid one, and a warning when something changes in your account’s security. Anything beyond that only
        if you switch it on in your profile, or confirm by a mailed link that you want to be told of something
        new.
      </p>
      <h2>Your questions</h2>
      <p>
        Ask {brand?.lab_name}, {brand?.lab_address}. You can see and change your profile on the{' '}
        <Link to="/dashboard/profile">dashboard</Link>.
      </p>
    </DocumentPage>
  );
}
