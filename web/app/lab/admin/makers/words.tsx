import { Badge } from '../../../ui/status-badge';

export function Confirmed({ confirmed }: { confirmed: boolean }) {
  return <Badge tone={confirmed ? 'good' : 'wait'}>{confirmed ? 'CONFIRMED' : 'UNCONFIRMED'}</Badge>;
}
