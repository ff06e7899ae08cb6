import type { GroupDetail } from '@vialproof/contract/group-tests';
import { Instant } from '../../ui/figures';
import { PersonName } from './person-name';

/** An event of a group in words. `name` is the name of the person. */
function eventWords(kind: string, name: string | null): string {
  const who = name ?? 'Somebody';
  const words: Record<string, string> = {
    created: `${who} began the group`,
    joined: `${who} joined`,
    left: `${who} left`,
    agreed: `${who} agreed to cover the gap`,
    agreement_cleared: `${who}’s agreement no longer reached, and was cleared`,
    gap_left: 'The deadline passed with too few members',
    locked: 'The group was locked: shares are fixed',
    given_up: 'The group was given up',
    share_dropped: `${who} did not pay in time; the share is open`,
    share_taken: `${who} took an open share`,
    share_paid: `${who} paid`,
    payment_returned: 'A late payment was returned',
    payment_problem: `${who} paid, but not the whole share: an admin decides`,
    payment_refunded: `${who}’s payment was sent back`,
    all_paid: 'Everything is paid: the test is ordered',
    volunteered: `${who} offered to send the vial`,
    volunteer_approved: `${who}’s offer was accepted`,
    volunteer_rejected: `${who}’s offer was declined`,
    sender_chosen: `${who} sends the vial`,
    sender_released: `${who} does not send the vial after all`,
    sample_received: 'The laboratory received the sample',
    sample_refused: 'The laboratory could not accept the sample',
    completed: 'The result was published',
    amended: 'The result was amended',
    retracted: 'The result was withdrawn',
    cancelled: 'The group was cancelled',
    reminder: 'Members were reminded to pay',
    paid_out: 'Shipping and vial were paid out to the sender',
    message: `${who} wrote to the members`,
  };
  return words[kind] ?? kind.replaceAll('_', ' ');
}

/** All events of a group, newest first. */
export function History({ events }: { events: GroupDetail['events'] }) {
  return (
    <ol className="grid gap-2">
      {events.map((event, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no other key than their index.
          key={place}
          className="justify-between gap-x-6 text-sm sm:flex"
        >
          <p className="wrap-anywhere min-w-0">
            <PersonName name={eventWords(event.kind, event.display_name)} isStaff={event.is_staff} />
          </p>
          <p className="shrink-0 text-ink-soft">
            <Instant at={event.at} exact />
          </p>
        </li>
      ))}
    </ol>
  );
}
