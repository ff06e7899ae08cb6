import { useQuery } from '@tanstack/react-query';
import type { Template as TemplateData } from '@vialproof/contract/methods';
import { isReason, REASON_MISSING } from '@vialproof/contract/reasons';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { ApiProblem } from '../../../lib/problem';
import { loadInBrowser } from '../../../lib/query-client';
import { useSession } from '../../../lib/session';
import { BackLink } from '../../../ui/back-link';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/form';
import { TextArea } from '../../../ui/inputs';
import { QueryView } from '../../../ui/query-view';
import { EmptyState, Skeleton } from '../../../ui/states';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import { ConflictNotice } from '../../conflict-notice';
import { OfferedReasons } from '../../offered-reasons';
import { Panel } from '../../panel';
import { History } from '../audit/history';
import type { Route } from './+types/template';
import { DateOrderField } from './date-order-field';
import { DraftPanel, NobodyDecides } from './draft-panel';
import { IntegrationFields } from './integration-fields';
import { LinesRead } from './lines-read';
import { templatesQuery } from './queries';
import { RequiresFields } from './requires-fields';
import { TemplateSteps } from './steps';
import { fieldOf, newLine } from './template-fields';
import { TemplateLineFields } from './template-line';
import { useTemplateForm } from './use-template-form';

export const handle: PageHandle = { query: [] };

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(templatesQuery)]);

export const meta = signedInMeta('Template');

const isRefused = (error: Error | null) => error instanceof ApiProblem && error.code === 'stale_version';

/** The error is also shown at its field. This text names the template line of the field. */
function inItsLine(error: Error | null): Error | null {
  const [first] = error instanceof ApiProblem ? error.errors : [];
  const at = first && fieldOf(first.path);
  return at ? new Error(`Line ${at.place + 1}: ${first.message}`) : error;
}

function Lines({ template }: { template: TemplateData }) {
  const [reason, setReason] = useState('');
  const [isUnsaid, setUnsaid] = useState(false);
  const { form, rows, lines, change, isDirty, canSave, isConflict, ...actions } = useTemplateForm(
    template,
    reason.trim(),
    () => {
      setReason('');
      notify.success('Proposed. Another reviewer or admin decides.');
    },
  );
  const me = useSession()?.user.id;
  const isTaken = template.draft !== null && template.draft.by.id !== me;
  const propose = () => {
    const isSaid = isReason('template', reason);
    setUnsaid(!isSaid);
    return isSaid ? actions.save() : undefined;
  };
  const { errors } = form.formState;
  return (
    <Form onSubmit={propose}>
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
      <div className="grid gap-4 border-rule border-t pt-5">
        <TextArea
          label="Reason of the change"
          rows={2}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={isUnsaid && !isReason('template', reason) ? REASON_MISSING : undefined}
        />
        <OfferedReasons place="template" onChoose={setReason} />
      </div>
      <NobodyDecides />
      {isTaken ? (
        <p>Somebody else’s draft waits above. It is decided about before there is another.</p>
      ) : null}
      {isRefused(change.error) ? null : <StepError error={inItsLine(change.error)} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          size="large"
          busy={change.isPending}
          aria-disabled={!canSave || isConflict || isTaken}
        >
          {change.isPending ? 'Proposing…' : 'Propose the change'}
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

/** The version of the template in words, and who is responsible for it. */
function versionWords({ version, approval, delivered }: TemplateData): string {
  if (version === 0) return '';
  if (approval) {
    const { drafted_by: author, approved_by: second } = approval;
    return `Version ${version}, drafted by ${author.display_name} and approved by ${second.display_name}.`;
  }
  return version === 1 && delivered
    ? 'Version 1, as delivered: nobody has approved it here.'
    : `Version ${version}, from before changes had to be approved.`;
}

function introOf({ of, is_own, family }: TemplateData): string {
  if (of === 'family') return 'Every test of this family that has no lines of its own goes by these.';
  return is_own
    ? `Has lines of its own; its family is ${family}.`
    : `Goes by the lines of its family, ${family}. With the first approved change it gets lines of its own.`;
}

function Screen({ template }: { template: TemplateData }) {
  const isAdmin = useSession()?.user.role === 'admin';
  return (
    <>
      <div className="grid gap-2">
        <h1 className="display-2">{template.of === 'test' ? template.name : `Family ${template.name}`}</h1>
        <p className="max-w-prose text-ink-soft">{`${introOf(template)} Results that exist keep theirs.`}</p>
        {template.version === 0 ? null : (
          <p className="wrap-anywhere max-w-prose text-ink-soft">{versionWords(template)}</p>
        )}
      </div>
      {template.draft ? <DraftPanel template={template} draft={template.draft} /> : null}
      <Panel title="Lines">
        {isAdmin ? <Lines template={template} /> : <LinesRead template={template} />}
      </Panel>
      <Panel title="Versions">
        <TemplateSteps id={template.id} />
      </Panel>
      {isAdmin ? (
        <Panel title="History">
          <History
            subjectId={template.id}
            nothing="Nobody has changed it since it came with the installation."
          />
        </Panel>
      ) : null}
    </>
  );
}

/** The page with the template of one test or one family. */
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
