import type { GroupDetail } from '@vialproof/contract/group-tests';
import { Details } from '../../ui/details';
import { GroupFacts } from './group-facts';
import { History } from './history';
import { Messages } from './messages';
import { Part } from './part';
import { Members, Volunteers } from './people';
import type { GroupAction } from './use-group-action';
import { entries } from './words';

/** A group with free places: what is tested, until when, and who takes part. */
export function Gathering({ id, group, action }: { id: string; group: GroupDetail; action: GroupAction }) {
  const { test, viewer } = group;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-10">
      {test.description ? (
        <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-line">
          {test.description}
        </p>
      ) : null}
      <GroupFacts test={test} />
      <Part title="Members">
        <Members members={group.members} />
      </Part>
      <Part title="Volunteers">
        <Volunteers group={group} onDecide={viewer?.may.decide ? { id, action } : undefined} />
      </Part>
      <Messages events={group.events} />
      <div className="border-rule border-b">
        <Details level={2} title="History" note={entries(group.events.length)}>
          <History events={group.events} />
        </Details>
      </div>
    </div>
  );
}
