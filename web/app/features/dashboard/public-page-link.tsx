import type { MyTestDetail } from '@vialproof/contract/orders';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';

// Tests with these statuses are in the public list. Only the owner sees an unpaid or cancelled test.
const listed = ['paid', 'awaiting_sample', 'received', 'complete'];

/** A link to the page that everybody sees. Renders nothing for a test without such a page. */
export function PublicPageLink({ request }: { request: MyTestDetail['request'] }) {
  if (!listed.includes(request.status)) return null;
  return (
    <Link
      to={`/tests/${request.id}`}
      className="inline-flex min-h-11 items-center gap-2 text-accent underline underline-offset-4"
    >
      <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
      <span>{request.visibility === 'public' ? 'See the public page' : 'See what others see of it'}</span>
    </Link>
  );
}
