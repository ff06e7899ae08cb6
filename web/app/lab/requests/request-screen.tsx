import type { LabRequest } from '@vialproof/contract/lab';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../lib/session';
import { BackLink } from '../../ui/back-link';
import { Notice } from '../../ui/states';
import { AssigneeField } from './assignee';
import { hasKeptPeaks } from './chromatogram/use-peaks';
import type { TraceRefusal } from './chromatogram/warning-reason';
import { SampleFacts, SampleHead } from './facts';
import { Handling } from './handling';
import { RevisionHistory } from './history';
import { Injections } from './injections';
import { Intake } from './intake';
import { Photos } from './photos';
import { PublishedActions } from './published';
import { ResultEditor } from './result-editor';
import { Review } from './review';
import { SampleHistory } from './sample-history';
import { Standing } from './standing';
import { Timeline } from './timeline';
import { AttachmentUpload, ChromatogramUpload } from './uploads';
import { useFocusAfterStep } from './use-focus-after-step';

/** Shown to staff who ordered this test, paid a share of it, or lead its group. */
function OwnTest({ id }: { id: string }) {
  return (
    <Notice tone="wait">
      <p>
        This is your own test. Somebody else works on it, and here you read of it what every customer reads.
      </p>
      <p>
        <Link to={`/dashboard/tests/${id}`} className="link">
          Its page among your tests
        </Link>
      </p>
    </Notice>
  );
}

/** The part of the page for the next work on this sample. */
function Task({ id, data }: { id: string; data: LabRequest }) {
  const { may, draft, request } = data;
  const [hasUnsavedLimits, setUnsavedLimits] = useState(() =>
    hasKeptPeaks(request.id, draft?.chromatogram?.sha256 ?? ''),
  );
  const [refusal, setRefusal] = useState<TraceRefusal | null>(null);
  if (data.is_own) return <OwnTest id={request.id} />;
  if (may.intake) return <Intake id={id} task={request.task_number} />;
  if (may.edit) {
    return (
      <>
        <ChromatogramUpload
          id={id}
          data={data}
          hasUnsavedLimits={hasUnsavedLimits}
          refusal={refusal}
          onUnsaved={setUnsavedLimits}
        />
        <Injections id={id} data={data} />
        <ResultEditor id={id} data={data} hasUnsavedLimits={hasUnsavedLimits} onTraceRefused={setRefusal} />
        <AttachmentUpload id={id} data={data} />
      </>
    );
  }
  if (draft?.state === 'in_review') {
    return (
      <>
        <Injections id={id} data={data} />
        <Review id={id} data={data} revision={draft} />
      </>
    );
  }
  return request.status === 'complete' ? <Injections id={id} data={data} /> : null;
}

/** The page of one sample: its facts, the next work, and its history. `id` is written as in the address. */
export function RequestScreen({ id, data }: { id: string; data: LabRequest }) {
  const title = useRef<HTMLHeadingElement>(null);
  const person = useSession()?.user;
  const mayReadHistory = person !== undefined && person.role !== 'analyst' && !data.is_own;
  useFocusAfterStep(`${data.request.status} ${data.draft?.state}`, title);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid gap-4">
        <BackLink to="/lab">Queue</BackLink>
        <SampleHead data={data} title={title} />
        <AssigneeField id={id} data={data} />
        <Standing data={data} />
        <Handling id={id} data={data} />
      </div>
      <SampleFacts data={data} />
      {data.may.intake ? null : <Photos id={id} data={data} />}
      <Task id={id} data={data} />
      {/* Photos of a new vial come after its inspection. */}
      {data.may.intake ? <Photos id={id} data={data} /> : null}
      <PublishedActions id={id} data={data} />
      <RevisionHistory data={data} />
      <Timeline data={data} />
      {mayReadHistory ? <SampleHistory id={id} /> : null}
    </div>
  );
}
