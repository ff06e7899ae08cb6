import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ChosenInjection, Injection, InjectionDoubt } from '@vialproof/contract/injections';
import type { LabRequest } from '@vialproof/contract/lab';
import { momentWords } from '@vialproof/science/calendar/dates';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Instant } from '../../ui/figures';
import { QueryView } from '../../ui/query-view';
import { Notice, Skeleton } from '../../ui/states';
import { StepError } from '../../ui/step-error';
import { Fold } from '../fold';
import { KnownFacts } from '../known-facts';
import { injectionsKey } from '../queries';
import { ReasonDialog } from '../reason-dialog';
import { useStep } from '../use-step';
import { TimeNotes, TimeStep } from './injection-time';
import { AddInjection, CountStep, type Drawn, problemOf, ReplicateProblem } from './replicate-steps';
import { saysOf } from './section-words';

const DOUBTS: Record<InjectionDoubt, string> = {
  before_receipt: 'It was injected before the sample was received.',
  in_future: 'Its date of injection is in the future.',
  other_sample: 'Its sample name holds the number of another task.',
  unnamed_sample: 'Its sample name does not hold the number of this task.',
};

const injectionsQuery = (id: string) =>
  queryOptions({
    queryKey: injectionsKey(id),
    queryFn: async (): Promise<Injection[]> =>
      (await parseResponse(api.lab.requests[':id'].injections.$get({ param: { id }, query: {} }))).data,
  });

/**
 * Whether this measurement (injection) stops the result: it has a doubt that nobody allowed, no time, or no reason why
 * it is not used.
 */
const isOpenQuestion = ({ used, reason, doubts, wants_time: wantsTime }: Injection) =>
  used ? doubts.length > 0 || wantsTime : reason === null;

/** All uploaded measurements (injections) of the sample. Those that are not used show the reason. */
export function Injections({ id, data }: { id: string; data: LabRequest }) {
  const injections = useQuery(injectionsQuery(id));
  if (injections.data?.length === 0) return null;
  return (
    <Fold
      name="injections"
      title="Injections"
      says={saysOf.injections(injections.data ?? [])}
      needsLook={injections.data?.some(isOpenQuestion) ?? false}
    >
      <QueryView query={injections} skeleton={<Skeleton className="h-24 w-full" />}>
        {(list) => <InjectionList id={id} data={data} list={list} />}
      </QueryView>
    </Fold>
  );
}

function InjectionList({ id, data, list }: { id: string; data: LabRequest; list: Injection[] }) {
  const used = list.filter((injection) => injection.used).length;
  return (
    <>
      <p className="text-ink-soft">{`${used} of ${list.length} reported. Every one is kept; one that is not reported needs a reason.`}</p>
      <ul className="border-rule border-t">
        {list.map((injection) => (
          <li key={injection.id} className="grid gap-3 border-rule border-b py-4">
            <InjectionFacts injection={injection} />
            <ReplicateProblem drawn={data.draft?.chromatogram ?? null} injection={injection} />
            <InjectionSteps id={id} data={data} injection={injection} />
          </li>
        ))}
      </ul>
      <AddInjection id={id} data={data} />
    </>
  );
}

function standingOf({ used, drawn, purity_percent: percent }: Injection): string {
  if (!used) return 'Not reported';
  return `${drawn ? 'Reported and drawn' : 'Counted in the mean'}${percent === null ? '' : `, ${percent.toFixed(2)} %`}`;
}

function InjectionFacts({ injection }: { injection: Injection }) {
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 break-all font-medium">
          <bdi>{injection.file_name}</bdi>
        </p>
        <p className={injection.used ? 'text-accent' : 'text-ink-soft'}>{standingOf(injection)}</p>
      </div>
      <p className="text-ink-soft text-sm">
        Uploaded by {injection.uploaded_by}, <Instant at={injection.uploaded_at} exact /> ·{' '}
        <span
          className="figures"
          title={`SHA-256 ${injection.sha256}`}
        >{`SHA-256 ${injection.sha256.slice(0, 12)}…`}</span>
      </p>
      <KnownFacts
        facts={[
          ['Sample', injection.sample_name],
          ['Injected', injection.injected_at && momentWords(injection.injected_at)],
          ['Instrument', injection.instrument],
          ['Method', injection.method],
          ['Operator', injection.operator],
        ]}
      />
      {injection.reason ? (
        <p className="wrap-anywhere max-w-prose">
          <span className="font-medium">
            {injection.used ? 'Reported in spite of warnings:' : 'Not used:'}
          </span>{' '}
          {injection.reason}
        </p>
      ) : null}
      {injection.allowed.map((word) => (
        <p key={`${word.what} ${word.at}`} className="wrap-anywhere max-w-prose text-sm">
          {DOUBTS[word.what]} <span className="font-medium">{`Allowed by ${word.by}:`}</span> {word.reason}
        </p>
      ))}
      {injection.released ? (
        <p className="text-sm">
          Released by {injection.released.by}, <Instant at={injection.released.at} exact />: its owner may
          publish the file.
        </p>
      ) : null}
      <TimeNotes injection={injection} />
      {injection.doubts.map((doubt) => (
        <Notice key={doubt} tone="wait">
          {injection.used
            ? `${DOUBTS[doubt]} A reviewer has to allow it before the result is handed in.`
            : DOUBTS[doubt]}
        </Notice>
      ))}
    </div>
  );
}

function InjectionSteps({ id, data, injection }: { id: string; data: LabRequest; injection: Injection }) {
  const { edit, allow, release } = data.may;
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {edit ? <ChooseSteps id={id} injection={injection} drawn={data.draft?.chromatogram ?? null} /> : null}
      {edit ? <TimeStep id={id} injection={injection} /> : null}
      {allow
        ? injection.doubts.map((doubt) => (
            <AllowStep key={doubt} id={id} injection={injection} doubt={doubt} />
          ))
        : null}
      {release && !injection.released ? <ReleaseStep id={id} injection={injection} /> : null}
    </div>
  );
}

/** A reviewer confirms that names and paths inside the file may be public. */
function ReleaseStep({ id, injection }: { id: string; injection: Injection }) {
  const [isAsking, setAsking] = useState(false);
  const release = useStep(id, () =>
    parseResponse(
      api.lab.requests[':id'].injections[':injection_id'].release.$post({
        param: { id, injection_id: injection.id },
      }),
    ),
  );
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        Release the file…
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Release ${injection.file_name}?`}
        action="Release for good"
        busyAction="Releasing…"
        step={release}
        onConfirm={() => release.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        <p>
          Its owner may then publish the file as it is.{' '}
          <span>{`It says operator “${injection.operator ?? 'nobody'}”, instrument “${injection.instrument ?? 'none'}” and method “${injection.method ?? 'none'}”.`}</span>{' '}
          Open the file first: names of people and paths of your computers may stand in it.
        </p>
        <p>
          <strong className="font-medium">This cannot be undone.</strong>
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Uses the measurement for the result, or takes a reason why it is not used. */
function ChooseSteps({
  id,
  injection,
  drawn,
}: {
  id: string;
  injection: Injection;
  /** The measurement whose chromatogram is shown. Others can be counted with it. */
  drawn: Drawn | null;
}) {
  const [isAsking, setAsking] = useState(false);
  const choose = (json: ChosenInjection) =>
    parseResponse(
      api.lab.requests[':id'].injections[':injection_id'].$put({
        param: { id, injection_id: injection.id },
        json,
      }),
    );
  const report = useStep(id, () => choose({ used: true, reason: '' }));
  const leaveOut = useStep(id, (reason: string) => choose({ used: false, reason }));
  return (
    <>
      {injection.drawn ? null : (
        <Button variant="secondary" size="small" busy={report.isPending} onClick={() => report.mutate()}>
          {drawn ? 'Report this one instead' : 'Report this one'}
        </Button>
      )}
      {drawn && (!injection.used || problemOf(drawn, injection)) ? (
        <CountStep id={id} injection={injection} />
      ) : null}
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        {injection.used ? 'Do not use it' : injection.reason ? 'Change the reason' : 'Say why it is not used'}
      </Button>
      <StepError error={report.error} />
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        place="injection"
        title={`Why is ${injection.file_name} not used?`}
        action="Save the reason"
        busyAction="Saving…"
        step={leaveOut}
      >
        <p>The reviewer reads it, and so does everybody who reads the certificate.</p>
      </ReasonDialog>
    </>
  );
}

/** A reviewer allows the measurement although there is a doubt about it. */
function AllowStep({ id, injection, doubt }: { id: string; injection: Injection; doubt: InjectionDoubt }) {
  const [isAsking, setAsking] = useState(false);
  const allow = useStep(id, (reason: string) =>
    parseResponse(
      api.lab.requests[':id'].allow.$post({
        param: { id },
        json: { what: doubt, injection_id: injection.id, reason },
      }),
    ),
  );
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        Allow it
      </Button>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        place="doubt"
        title={`Allow ${injection.file_name}?`}
        action="Allow it"
        busyAction="Saving…"
        step={allow}
      >
        <p>{`${DOUBTS[doubt]} Who uploaded it, or made the key that it came with, cannot allow it. Everybody reads the reason.`}</p>
      </ReasonDialog>
    </>
  );
}
