import type { Assignee } from '@vialproof/contract/assignees';
import { useSession } from '../lib/session';

/** The person to whom a sample is assigned, with a mark if the person has left the laboratory. */
export function AssigneeName({ assignee }: { assignee: Assignee | null }) {
  const me = useSession()?.user.id;
  if (!assignee) return <span className="text-ink-soft max-md:hidden">–</span>;
  return (
    <span className="wrap-anywhere">
      {assignee.id === me ? <span className="font-medium">You</span> : <bdi>{assignee.display_name}</bdi>}
      {assignee.is_staff ? null : <span className="text-ink-soft">, has left</span>}
    </span>
  );
}
