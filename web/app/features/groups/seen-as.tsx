import { Link } from 'react-router';
import { useSession } from '../../lib/session';

/** Says under which name the signed-in reader is about to appear. Renders nothing for a visitor. */
export function SeenAs() {
  const session = useSession();
  if (!session) return null;
  return (
    <p className="wrap-anywhere text-ink-soft text-sm">
      <span>{`Others see you as ${session.user.display_name}, `}</span>
      <Link to="/dashboard/profile" className="link">
        the name of your profile
      </Link>
      <span>.</span>
    </p>
  );
}
