import { pageMeta } from '../lib/page-meta';
import { Button } from '../ui/button';
import { PageHead } from '../ui/section';
import type { Route } from './+types/group-tests';

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Group tests',
    description: 'Sharing the cost of one test among several people.',
    path: '/group-tests',
  });
}

export default function GroupTests() {
  return (
    <PageHead
      title="Group tests"
      lead="Several people share the cost of one test and all receive the result. Group tests are not open yet. A test of your own is."
    >
      <div className="flex flex-wrap gap-3">
        <Button to="/request" size="large">
          Request a test
        </Button>
        <Button to="/tests" size="large" variant="secondary">
          Browse tests
        </Button>
      </div>
    </PageHead>
  );
}
