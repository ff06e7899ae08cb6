import { Badge } from '../../../ui/status-badge';

export function Confirmed({ confirmed }: { confirmed: boolean }) {
  return <Badge tone={confirmed ? 'good' : 'wait'}>{confirmed ? 'CONFIRMED' : 'UNCONFIRMED'}</Badge>;
}

/** '1 batch', '2 batches'. */
export const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
