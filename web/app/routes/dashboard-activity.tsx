import { Activity } from '../features/dashboard/security/activity';
import { logQuery, sessionsQuery } from '../features/dashboard/security/queries';
import { readPage } from '../features/dashboard/security/security-log';
import type { Asked } from '../lib/area';
import type { Prefetch } from '../lib/query-client';

export const prefetch =
  ({ search }: Asked): Prefetch =>
  (queries) => [queries.prefetchQuery(sessionsQuery), queries.prefetchQuery(logQuery(readPage(search)))];

export default function Page() {
  return <Activity />;
}
