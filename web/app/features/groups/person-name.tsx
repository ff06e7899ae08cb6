import { Badge } from '../../ui/status-badge';

/** The name of a person. The server marks staff, so nobody can pretend to be staff by a name. */
export function PersonName({ name, isStaff }: { name: string; isStaff: boolean }) {
  return isStaff ? (
    <>
      <span>{name}</span> <Badge>STAFF</Badge>
    </>
  ) : (
    <span>{name}</span>
  );
}
