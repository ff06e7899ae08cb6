import type { CompoundName } from '@vialproof/contract/compound-names';
import { counted } from '../../../lib/counted';
import { Badge } from '../../../ui/status-badge';

export function Known({ known }: { known: boolean }) {
  return <Badge tone={known ? 'good' : 'wait'}>{known ? 'KNOWN' : 'CUSTOMERS ONLY'}</Badge>;
}

/** The number of published tests in words. The server stops counting at 1000. */
export const publishedWords = (tests: number) =>
  tests > 1000 ? 'more than 1,000 published tests' : counted(tests, 'published test', 'published tests');

export const kindWords: Record<CompoundName['kind'], string> = {
  name: 'The name',
  synonym: 'Synonym',
  brand: 'Brand',
  customer: 'Written by customers',
};
