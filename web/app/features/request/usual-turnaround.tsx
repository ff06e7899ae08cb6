import type { CatalogItem } from '@vialproof/contract/catalog';
import { Link } from 'react-router';
import { useMeasured } from '../../data/turnaround/turnaround-of';
import { asSentence, usualWords } from '../../data/turnaround/words';

/** How long the test takes as measured. With too few samples: as promised. */
export function UsualTurnaround({ item }: { item: CatalogItem }) {
  const measured = useMeasured(item.family);
  const usual = measured && usualWords(measured);
  if (!usual) return <p>{`Promised turnaround: ${item.tat_text}.`}</p>;
  const demo = measured.is_demo ? ' (demo figure, no record of a laboratory)' : '';
  return (
    <p>
      <span>{`${asSentence(usual)} after receipt${demo}.`}</span>{' '}
      <Link to="/how-it-works#turnaround" className="link">
        How this is measured
      </Link>
    </p>
  );
}
