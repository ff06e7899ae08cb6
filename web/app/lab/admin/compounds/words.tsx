import type { CompoundName } from '@vialproof/contract/compound-names';
import { Badge } from '../../../ui/status-badge';

export function Known({ known }: { known: boolean }) {
  return <Badge tone={known ? 'good' : 'wait'}>{known ? 'KNOWN' : 'CUSTOMERS ONLY'}</Badge>;
}

export const kindWords: Record<CompoundName['kind'], string> = {
  name: 'The name',
  synonym: 'Synonym',
  brand: 'Brand',
  customer: 'Written by customers',
};
