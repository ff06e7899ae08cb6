import { Link } from 'react-router';
import { WatchAsked, WatchForm } from '../../data/watches/watch-form';
import { kindWords, type WatchSubject } from '../../data/watches/words';
import { Button } from '../../ui/button';
import { PageHead } from '../../ui/section';
import { EmptyState } from '../../ui/states';
import type { WatchAnswer } from './ask-watch';

const places = { compound: '/compounds/', maker: '/makers/', batch: '/batches/' };

/** The page of the subject. The page of a test is found by its number. */
const pageOf = ({ kind, subject }: WatchSubject) =>
  kind === 'task' ? `/tests?${new URLSearchParams({ search: subject })}` : places[kind] + subject;

/** A page with the form of an e-mail alert, for browsers without scripts. */
export function WatchPage({
  named,
  answer,
}: {
  named: WatchSubject | null;
  answer: WatchAnswer | undefined;
}) {
  return (
    <>
      <PageHead
        title="Tell me when something new comes"
        lead={
          named ? (
            <>
              {kindWords[named.kind]}{' '}
              <Link to={pageOf(named)} className="link figures wrap-anywhere">
                {`${named.kind === 'task' ? '#' : ''}${named.subject}`}
              </Link>
            </>
          ) : undefined
        }
      />
      <div className="page">
        {named === null ? (
          <EmptyState title="This address names nothing" action={<Button to="/tests">Find a test</Button>}>
            The pages of tests, compounds, makers and batches each offer to tell you what is new.
          </EmptyState>
        ) : answer?.status === 200 ? (
          <WatchAsked email={answer.email} />
        ) : (
          <WatchForm {...named} typed={answer?.email} failure={answer?.failure} />
        )}
      </div>
    </>
  );
}
