import type { Dossier, DossierValue } from '@vialproof/contract/dossiers';
import { Link } from 'react-router';
import { Instant } from '../../ui/figures';
import { allTests, verdictWords } from './words';

const tones = { pass: 'text-good', fail: 'font-medium text-bad', none: 'text-ink-soft' };

/** One value with its test. A row has few elements, because a page may have a hundred of them. */
function Row({ value, hasMethods }: { value: DossierValue; hasMethods: boolean }) {
  const { request_id, task_number, published_at, words, limit, verdict, method } = value;
  return (
    <tr className="flex flex-wrap items-baseline gap-x-4 border-rule border-b py-2 wide:table-row">
      <td className={cell}>
        <Link
          to={`/tests/${request_id}`}
          className="figures inline-flex min-h-7 items-center text-accent underline underline-offset-4"
        >{`#${task_number}`}</Link>
      </td>
      <td className={cell}>
        <Instant at={published_at} />
      </td>
      <td className={`figures wrap-anywhere ml-auto text-right ${cell}`}>{words}</td>
      <td className={`wrap-anywhere text-ink-soft ${cell}`}>{limit || 'No limit'}</td>
      <td className={`ml-auto ${cell} ${tones[verdict ?? 'none']}`}>{verdictWords(verdict)}</td>
      {hasMethods ? <td className={`wrap-anywhere text-ink-soft text-sm ${cell}`}>{method}</td> : null}
    </tr>
  );
}

const cell = 'wide:py-2 wide:pr-6 wide:last:pr-0';
const headers = ['Test', 'Published', 'Value', 'Limit', 'Verdict'];

/** A table lists only so many values. The pages of the tests have the others. */
const MOST_SHOWN = 10;

/** The newest values behind a number, each with its test, and a link to the others. */
export function ValueList({
  id,
  values,
  total,
  subject,
  hasMethods = false,
}: {
  id: string;
  values: DossierValue[];
  total: number;
  subject: Dossier['subject'];
  hasMethods?: boolean;
}) {
  if (values.length === 0) return null;
  const placed = values.slice(0, MOST_SHOWN).map((value, place) => ({ ...value, place }));
  return (
    <div id={id} className="scroll-mt-24">
      <p className="text-ink-soft text-sm">
        {placed.length === total
          ? `${total} ${total === 1 ? 'value' : 'values'}, each with its test`
          : `The newest ${placed.length} of ${total} values, each with its test`}
      </p>
      <table className="block w-full border-collapse text-left wide:table">
        <caption className="sr-only">Values</caption>
        <thead className="hidden wide:table-header-group">
          <tr className="border-edge border-b">
            {(hasMethods ? [...headers, 'Method'] : headers).map((header) => (
              <th
                key={header}
                scope="col"
                className={`label py-2 pr-6 font-normal last:pr-0 ${header === 'Value' ? 'text-right' : ''}`}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block wide:table-row-group">
          {placed.map(({ place, ...value }) => (
            <Row key={place} value={value} hasMethods={hasMethods} />
          ))}
        </tbody>
      </table>
      {placed.length < total ? (
        <p className="mt-3">
          <Link to={allTests(subject)} className="text-accent underline underline-offset-4">
            All tests with their values
          </Link>
        </p>
      ) : null}
    </div>
  );
}
