import { Badge } from '../../ui/status-badge';

/** Somebody by display name. Staff are marked by the server, so that nobody can pass for one by the name alone. */
export function PersonName({ name, isStaff }: { name: string; isStaff: boolean }) {
  return isStaff ? (
    <>
      <span>{name}</span> <Badge>STAFF</Badge>
    </>
  ) : (
    <span>{name}</span>
  );
}
