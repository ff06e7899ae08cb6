import { Badge } from '../../ui/status-badge';

/** A person by display name. The server marks staff, so that no name alone can imitate them. */
export function PersonName({ name, isStaff }: { name: string; isStaff: boolean }) {
  return isStaff ? (
    <>
      <span>{name}</span> <Badge>STAFF</Badge>
    </>
  ) : (
    <span>{name}</span>
  );
}
