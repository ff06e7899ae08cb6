import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { Button } from '../ui/button';
import type { Route } from './+types/order-success';

export const handle: PageHandle = { query: ['session_id'] };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Order Successful', path: '/order-success', noindex: true });
}

export default function OrderSuccess() {
  return (
    <section className="page grid min-h-[60vh] content-center justify-items-start gap-6 py-20">
      <span aria-hidden="true" className="motif h-14 w-56 max-w-full text-accent [mask-position:left]" />
      <h1 className="display-2">Order Successful</h1>
      <Button to="/dashboard">Go to your dashboard</Button>
    </section>
  );
}
