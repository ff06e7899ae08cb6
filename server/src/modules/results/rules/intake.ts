import type { ExpectedSample } from '@vialproof/contract/intake';
import type { RequestStatus } from '@vialproof/contract/orders';

/** Why a vial would be refused; null if it is expected. */
export function whyNotExpected(status: RequestStatus): ExpectedSample['why_not'] {
  switch (status) {
    case 'draft':
    case 'pending_payment':
    case 'paid':
      return 'not_paid';
    case 'awaiting_sample':
      return null;
    case 'received':
      return 'already_received';
    case 'complete':
      return 'complete';
    case 'cancelled':
      return 'cancelled';
  }
}
