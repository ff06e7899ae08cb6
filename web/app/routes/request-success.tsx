import { PaymentOutcome } from '../features/request/payment-outcome';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/request-success';

export const handle: PageHandle = { query: ['session_id'] };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Payment', path: '/request/success', noindex: true });

export default PaymentOutcome;
