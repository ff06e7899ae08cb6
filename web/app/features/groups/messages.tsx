import type { GroupDetail } from '@vialproof/contract/group-tests';
import { Details } from '../../ui/details';
import { Instant } from '../../ui/figures';
import { Part } from './part';
import { PersonName } from './person-name';

type Message = GroupDetail['events'][number];

function List({ messages }: { messages: Message[] }) {
  return (
    <ul className="grid gap-4">
      {messages.map(({ at, text, display_name, is_staff }) => (
        <li key={at} className="border-accent border-l-2 pl-4">
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {text}
          </p>
          <p className="wrap-anywhere mt-1 text-ink-soft text-sm">
            <PersonName name={display_name ?? 'Somebody'} isStaff={is_staff} />, <Instant at={at} exact />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** What the organizer wrote to the members: the newest message, and the older ones in a closed part. */
export function Messages({ events }: { events: Message[] }) {
  const messages = events.filter(({ kind }) => kind === 'message');
  if (messages.length === 0) return null;
  const older = messages.slice(1);
  return (
    <Part title="Messages">
      <List messages={messages.slice(0, 1)} />
      {older.length > 0 ? (
        <Details title="Older messages" note={String(older.length)}>
          <List messages={older} />
        </Details>
      ) : null}
    </Part>
  );
}
