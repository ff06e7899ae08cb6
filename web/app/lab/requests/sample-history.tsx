import { useInfiniteQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '@vialproof/contract/history';
import { exactMoment } from '@vialproof/science/calendar/dates';
import { parseResponse } from 'hono/client';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api';
import { filterQuery } from '../../lib/list-address';
import { Button } from '../../ui/button';
import { QueryView } from '../../ui/query-view';
import { Skeleton } from '../../ui/states';
import type { DetailLine } from '../audit-words';
import { EarlierEntries } from '../earlier-entries';
import { labKey } from '../queries';
import { historyLines } from './history-words';
import { Hash, PastDraft } from './past-draft';
import { stepWords } from './step-words';

const LONG = 160;

function Value({ text }: { text: string }) {
  if (/^[0-9a-f]{64}$/.test(text)) return <Hash sha256={text} />;
  if (text.length <= LONG) return <bdi>{text}</bdi>;
  return (
    <details className="inline-block max-w-full align-top">
      <summary className="cursor-pointer">
        <bdi>{`${text.slice(0, LONG)}…`}</bdi> <span className="link">All of it</span>
      </summary>
      <bdi className="whitespace-pre-line">{text}</bdi>
    </details>
  );
}

function Line({ line: { name, from, value } }: { line: DetailLine }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere min-w-0">
        {from === undefined ? (
          <Value text={value} />
        ) : (
          <>
            <del className="text-ink-soft">
              <Value text={from} />
            </del>{' '}
            <span aria-hidden="true">→</span>{' '}
            <ins className="no-underline">
              <Value text={value} />
            </ins>
          </>
        )}
      </dd>
    </div>
  );
}

function Entry({ id, entry }: { id: string; entry: HistoryEntry }) {
  const [isOpen, setOpen] = useState(false);
  const { actor, at, action, detail } = entry;
  const who = actor ? (actor.display_name ?? 'A former member') : 'The system';
  const lines = historyLines(detail);
  return (
    <li className="grid gap-2 border-rule border-b py-3 last:border-b-0">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className="font-medium">{stepWords(action)}</span>
        <span className="wrap-anywhere min-w-0">
          <bdi>{who}</bdi>
          <span>{actor?.role && actor.role !== 'customer' ? `, ${actor.role}` : ''}</span>
        </span>
        <time dateTime={at} className="figures text-ink-soft text-sm">
          {exactMoment(at)}
        </time>
      </p>
      {lines.length > 0 ? (
        <dl className="grid gap-1 text-sm">
          {lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry never changes, and two lines may have the same name.
            <Line key={place} line={line} />
          ))}
        </dl>
      ) : null}
      {action.startsWith('result.') ? (
        <Button
          variant="secondary"
          className="justify-self-start"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the result of then' : 'Show the result as it was then'}
        </Button>
      ) : null}
      {isOpen ? <PastDraft id={id} at={at} /> : null}
    </li>
  );
}

function Entries({ id }: { id: string }) {
  const log = useInfiniteQuery({
    queryKey: [...labKey, 'history', id],
    queryFn: ({ pageParam }) =>
      parseResponse(
        api.lab.requests[':id'].audit.$get({
          param: { id },
          query: filterQuery({ limit: 25, before: pageParam ? String(pageParam) : '' }),
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return (
    <QueryView query={log} skeleton={<Skeleton className="h-24" />}>
      {({ pages }) => (
        <div className="grid gap-4">
          <ol>
            {pages
              .flatMap(({ data }) => data)
              .map((entry) => (
                <Entry key={entry.id} id={id} entry={entry} />
              ))}
          </ol>
          <EarlierEntries log={log} />
        </div>
      )}
    </QueryView>
  );
}

/**
 * The log of everything done to a sample, newest first. It is loaded when the user opens it, only for reviewers and
 * admins.
 */
export function SampleHistory({ id }: { id: string }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details
      className="group min-w-0 rounded-sm border border-edge bg-sheet px-4 sm:px-6"
      onToggle={(event) => setOpened(wasOpened || event.currentTarget.open)}
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between hover:text-accent [&::-webkit-details-marker]:hidden">
        <h2 className="display-3">History</h2>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
        />
      </summary>
      {wasOpened ? <Entries id={id} /> : null}
    </details>
  );
}
