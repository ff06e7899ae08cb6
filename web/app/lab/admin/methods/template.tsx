import { useQuery } from '@tanstack/react-query';
import type { Template as TemplateData } from '@vialproof/contract/methods';
import { Plus } from 'lucide-react';
import { signedInMeta } from '../../../lib/page-meta';
import { ApiProblem } from '../../../lib/problem';
import { loadInBrowser } from '../../../lib/query-client';
import { Button } from '../../../ui/button';
import { EmptyState, ErrorPanel, Notice, Skeleton } from '../../../ui/states';
import { notify } from '../../../ui/toast';
import { Panel } from '../../panel';
import { StepError } from '../../step-error';
import { History } from '../audit/history';
import { BackLink } from '../back-link';
import type { Route } from './+types/template';
import { templatesQuery } from './queries';
import { type LineText, moved, newLine } from './template-fields';
import { TemplateLineFields } from './template-line';
import { useTemplateForm } from './use-template-form';

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(templatesQuery)]);

export const meta = signedInMeta('Template');

function Stale({ onKeepMine, onTakeTheirs }: { onKeepMine: () => void; onTakeTheirs: () => void }) {
  return (
    <Notice tone="bad">
      <div role="alert" className="grid gap-3">
        <p>
          <strong className="font-medium text-bad">
            Somebody else changed this template while you were typing.
          </strong>{' '}
          What you typed is still below.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={onKeepMine}>
            Keep mine, replacing theirs at the next save
          </Button>
          <Button variant="danger" onClick={onTakeTheirs}>
            Take theirs and discard what I typed
          </Button>
        </div>
      </div>
    </Notice>
  );
}

function Lines({ template }: { template: TemplateData }) {
  const form = useTemplateForm(template, () => notify.success('Saved.'));
  const { lines, edit, change, problems, isDirty, isStale } = form;
  const put = (place: number, line: LineText) => edit(lines.toSpliced(place, 1, line));
  const [first] = problems;
  // Said beside its field as well; here one reads which of twelve lines it is.
  const mistake = first ? new Error(`Line ${Number.parseInt(first[0], 10) + 1}: ${first[1]}`) : null;
  const refused = change.error instanceof ApiProblem && change.error.code === 'stale_version';
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      {isStale ? <Stale onKeepMine={form.keepMine} onTakeTheirs={form.takeTheirs} /> : null}
      {lines.length === 0 ? (
        <EmptyState title="No lines yet">A draft of this test begins empty.</EmptyState>
      ) : null}
      <ol className="-mt-2">
        {lines.map((line, place) => (
          <TemplateLineFields
            key={line.key}
            line={line}
            number={place + 1}
            isFirst={place === 0}
            isLast={place === lines.length - 1}
            problemOf={(field) => problems.get(`${place}.${field}`)}
            onChange={(next) => put(place, next)}
            onMove={(by) => edit(moved(lines, place, place + by))}
            onRemove={() =>
              line.id === null ? edit(lines.toSpliced(place, 1)) : put(place, { ...line, retired: true })
            }
          />
        ))}
      </ol>
      <div>
        <Button
          variant="secondary"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => edit([...lines, newLine()])}
        >
          Add a line
        </Button>
      </div>
      {refused ? null : <StepError error={mistake ?? change.error} />}
      <div className="flex flex-wrap gap-3 border-rule border-t pt-5">
        <Button type="submit" size="large" busy={change.isPending} aria-disabled={!isDirty || isStale}>
          {change.isPending ? 'Saving…' : 'Save'}
        </Button>
        {isDirty ? (
          <Button variant="secondary" size="large" onClick={form.takeTheirs} disabled={change.isPending}>
            Discard what I typed
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function Screen({ template }: { template: TemplateData }) {
  const isTest = template.of === 'test';
  return (
    <>
      <div className="grid gap-2">
        <h1 className="display-2">{isTest ? template.name : `Family ${template.name}`}</h1>
        <p className="max-w-prose text-ink-soft">
          {isTest && !template.is_own
            ? `Goes by the lines of its family, ${template.family}. With the first change it gets lines of its own.`
            : null}
          {isTest && template.is_own ? `Has lines of its own; its family is ${template.family}.` : null}
          {isTest ? null : 'Every test of this family that has no lines of its own goes by these.'} Results
          that exist keep theirs.
        </p>
      </div>
      <Panel title="Lines">
        <Lines template={template} />
      </Panel>
      <Panel title="History">
        <History
          subjectId={template.id}
          nothing="Nobody has changed it since it came with the installation."
        />
      </Panel>
    </>
  );
}

/** The template of one test or family. */
export default function Template({ params: { id } }: Route.ComponentProps) {
  const templates = useQuery(templatesQuery);
  const template = templates.data?.find((each) => each.id === id);
  return (
    <div className="grid gap-6">
      <BackLink to="/lab/methods">Methods</BackLink>
      {template ? <Screen key={id} template={template} /> : <h1 className="sr-only">Template</h1>}
      {templates.data && !template ? (
        <EmptyState
          title="No such template"
          action={<Button to="/lab/methods">Back to the methods</Button>}
        />
      ) : null}
      {templates.isPending ? <Skeleton className="h-96" /> : null}
      {templates.isError && !templates.data ? (
        <ErrorPanel
          message={templates.error.message}
          onRetry={() => void templates.refetch()}
          busy={templates.isFetching}
        />
      ) : null}
    </div>
  );
}
