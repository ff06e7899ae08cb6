import { Badge } from '../../ui/status-badge';

/** The display name of a person. The server says who is staff, and only they get a mark, so a name alone cannot imitate staff. */
export function PersonName({ name, isStaff }: { name: string; isStaff: boolean }) {
  return isStaff ? (
    <>
      <span>{name}</span> <Badge>STAFF</Badge>
    </>
  ) : (
    <span>{name}</span>
  );
}
