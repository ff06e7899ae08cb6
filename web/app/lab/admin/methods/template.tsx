import { useQuery } from '@tanstack/react-query';
import type { Template as TemplateData } from '@vialproof/contract/methods';
import { Plus } from 'lucide-react';
import { signedInMeta } from '../../../lib/page-meta';
import { ApiProblem } from '../../../lib/problem';
import { loadInBrowser } from '../../../lib/query-client';
import { BackLink } from '../../../ui/back-link';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/form';
import { QueryView } from '../../../ui/query-view';
import { EmptyState, Skeleton } from '../../../ui/states';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import { ConflictNotice } from '../../conflict-notice';
import { Panel } from '../../panel';
import { History } from '../audit/history';
import type { Route } from './+types/template';
import { DateOrderField } from './date-order-field';
import { IntegrationFields } from './integration-fields';
import { templatesQuery } from './queries';
import { RequiresFields } from './requires-fields';
import { fieldOf, newLine } from './template-fields';
import { TemplateLineFields } from './template-line';
import { useTemplateForm } from './use-template-form';

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(templatesQuery)]);

export const meta = signedInMeta('Template');

const isRefused = (error: Error | null) => error instanceof ApiProblem && error.code === 'stale_version';

/** Said beside its field as well; here one reads which of twelve lines it is. */
function inItsLine(error: Error | null): Error | null {
  const [first] = error instanceof ApiProblem ? error.errors : [];
  const at = first && fieldOf(first.path);
  return at ? new Error(`Line ${at.place + 1}: ${first.message}`) : error;
}

function Lines({ template }: { template: TemplateData }) {
  const { form, rows, lines, change, isDirty, canSave, isConflict, ...actions } = useTemplateForm(
    template,
    () => notify.success('Saved.'),
  );
  const { errors } = form.formState;
  return (
    <Form onSubmit={actions.save}>
      {isConflict ? (
        <ConflictNotice
          what="Somebody else changed this template while you were typing."
          onKeepMine={actions.keepMine}
          onTakeTheirs={actions.takeTheirs}
        >
          <p>What you typed is still below.</p>
        </ConflictNotice>
      ) : null}
      {rows.fields.length === 0 ? (
        <EmptyState title="No lines yet">A draft of this test begins empty.</EmptyState>
      ) : null}
      <ol className="-mt-2">
        {rows.fields.map(({ key }, place) => (
          <TemplateLineFields
            key={key}
            form={form}
            place={place}
            line={lines[place] ?? newLine()}
            errors={errors.lines?.[place]}
            isLast={place === rows.fields.length - 1}
            onMove={(by) => rows.move(place, place + by)}
            onRemove={() => rows.remove(place)}
          />
        ))}
      </ol>
      <div>
        <Button
          variant="secondary"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => rows.append(newLine())}
        >
          Add a line
        </Button>
      </div>
      <IntegrationFields form={form} errors={errors.integration} isFirst={template.integration === null} />
      <DateOrderField form={form} />
      <RequiresFields form={form} />
      {isRefused(change.error) ? null : <StepError error={inItsLine(change.error)} />}
      <div className="flex flex-wrap gap-3 border-rule border-t pt-5">
        <Button type="submit" size="large" busy={change.isPending} aria-disabled={!canSave || isConflict}>
          {change.isPending ? 'Saving…' : 'Save'}
        </Button>
        {isDirty ? (
          <Button variant="secondary" size="large" onClick={actions.takeTheirs} disabled={change.isPending}>
            Discard what I typed
          </Button>
        ) : null}
      </div>
    </Form>
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
  return (
    <div className="grid gap-6">
      <BackLink to="/lab/methods">Methods</BackLink>
      <QueryView query={templates} heading="Template" skeleton={<Skeleton className="h-96" />}>
        {(all) => {
          const template = all.find((each) => each.id === id);
          if (template) return <Screen key={id} template={template} />;
          return (
            <>
              <h1 className="sr-only">Template</h1>
              <EmptyState
                title="No such template"
                action={<Button to="/lab/methods">Back to the methods</Button>}
              />
            </>
          );
        }}
      </QueryView>
    </div>
  );
}
