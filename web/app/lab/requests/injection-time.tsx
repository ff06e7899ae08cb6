import type { TypeTime } from '@vialproof/contract/injection-time';
import type { Injection } from '@vialproof/contract/injections';
import { momentWords } from '@vialproof/science/calendar/dates';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../lib/api';
import { showFieldErrors } from '../../lib/field-errors';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Instant } from '../../ui/figures';
import { TextArea, TextInput } from '../../ui/inputs';
import { Notice } from '../../ui/states';
import { OfferedReasons } from '../offered-reasons';
import { useStep } from '../use-step';

/** One sentence about a doubtful time of a measurement. Empty if the file or a person gives the time. */
function timeProblem(injection: Injection): string | null {
  const { time_source: source } = injection;
  if (source === 'unreadable') return 'The time of injection in the file cannot be read.';
  if (source === 'not_recorded') return 'Time of injection not recorded.';
  return source === 'two_readings' ? readingWords(injection) : null;
}

/** The two ways to read a date of the file, such as 3 April or 4 March. */
function readingWords({ readings }: Injection): string | null {
  const [one, other] = readings.map(momentWords);
  return one && other ? `Its date reads two ways: ${one}, or ${other}.` : null;
}

/** The time that a person entered, or that the time is unknown. */
export function TimeNotes({ injection }: { injection: Injection }) {
  const { typed_time: typed, wants_time: isWanted } = injection;
  const problem = injection.used ? timeProblem(injection) : null;
  return (
    <>
      {typed ? (
        <p className="wrap-anywhere max-w-prose text-sm">
          <span className="font-medium">
            Typed by {typed.by}, <Instant at={typed.at} exact />:
          </span>{' '}
          <span>
            {typed.injected_at ? (
              `injected ${momentWords(typed.injected_at)}.`
            ) : (
              <span>
                nobody knows when it was injected: <bdi>{typed.reason}</bdi>
              </span>
            )}
          </span>
        </p>
      ) : null}
      {problem ? (
        <Notice tone="wait">
          {isWanted
            ? `${problem} Type it, or say why nobody knows it, before the result is handed in.`
            : problem}
        </Notice>
      ) : null}
    </>
  );
}

type Typed = { at: string; reason: string };

/** A form for the time of a measurement whose file has no readable time, or for the reason why it is unknown. */
export function TimeStep({ id, injection }: { id: string; injection: Injection }) {
  const [isAsking, setAsking] = useState(false);
  const typed = injection.typed_time;
  if (!injection.used || injection.time_source === 'file') return null;
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        {typed ? 'Change the typed time' : 'Type the time'}
      </Button>
      {isAsking ? <TimeDialog id={id} injection={injection} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function TimeDialog({ id, injection, onClose }: { id: string; injection: Injection; onClose: () => void }) {
  const typed = injection.typed_time;
  const { register, handleSubmit, formState, setError, clearErrors, setValue, watch } = useForm<Typed>({
    defaultValues: { at: typed?.injected_at?.slice(0, 16) ?? '', reason: typed?.reason ?? '' },
  });
  const step = useStep(id, (json: TypeTime) =>
    parseResponse(
      api.lab.requests[':id'].injections[':injection_id'].time.$put({
        param: { id, injection_id: injection.id },
        json,
      }),
    ),
  );
  const go = handleSubmit(({ at, reason }) =>
    step.mutate(
      { injected_at: at === '' ? null : at, reason: at === '' ? reason.trim() : '' },
      {
        onSuccess: onClose,
        onError: (error) => showFieldErrors(error, (path) => (path === 'reason' ? 'reason' : 'at'), setError),
      },
    ),
  );
  const isKnown = watch('at') !== '';
  return (
    <ConfirmDialog
      onClose={onClose}
      title="When was it injected?"
      action="Save"
      busyAction="Saving…"
      step={{ isPending: step.isPending, error: formState.isValid ? step.error : null }}
      onConfirm={() => void go()}
    >
      <p className="wrap-anywhere">
        <bdi>{injection.file_name}</bdi>:{' '}
        <span>{readingWords(injection) ?? 'The file names no time that can be read.'}</span> What you type is
        printed as typed, with the result.
      </p>
      <TextInput
        {...register('at')}
        type="datetime-local"
        label="Day and time, as the laboratory’s clock had it"
        data-start
        error={formState.errors.at?.message}
      />
      {isKnown ? null : (
        <>
          <TextArea
            {...register('reason')}
            label="Or why nobody knows it"
            rows={2}
            maxLength={500}
            help="Everybody who reads the result reads it."
            error={formState.errors.reason?.message}
          />
          <OfferedReasons
            place="time"
            onChoose={(reason) => {
              setValue('reason', reason);
              clearErrors('reason');
            }}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
