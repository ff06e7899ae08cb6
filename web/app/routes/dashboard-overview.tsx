import { loadSignedIn } from '../features/dashboard/load';
import { Overview } from '../features/dashboard/overview';
import { statsQuery } from '../features/dashboard/queries';

export const clientLoader = () => loadSignedIn((queries) => [queries.prefetchQuery(statsQuery)]);

export default function Page() {
  return <Overview />;
}
