import type { Integration, LabChromatogram } from '@vialproof/contract/chromatograms';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keep, readKept, useKeptOverSessionLoss } from '../../../lib/kept';
import { integrationOf, isSame } from './editing';

interface Kept {
  sha256: string;
  version: number;
  edit: Integration;
}

export interface PeaksForm {
  edit: Integration;
  setEdit: (edit: Integration) => void;
  /** There is something the server does not have. */
  dirty: boolean;
  /** The version to send with the next save. */
  version: number;
  /** Somebody else's limits, saved while these were being changed. */
  conflict: LabChromatogram | null;
  keepMine: () => void;
  takeTheirs: () => void;
  /** To be told of an own save, so that it is not taken for somebody else's. */
  saved: (data: LabChromatogram) => void;
}

const keptAs = (requestId: string) => `lab.${requestId}.peaks`;

/** Limits that were moved before a reload stand here still, unsaved. */
export const hasKeptPeaks = (requestId: string) => readKept<Kept>(keptAs(requestId)) !== null;

/** The limits on top of the server's. What was moved is lost neither by a reload nor by somebody else's save. */
export function usePeaks(requestId: string, data: LabChromatogram): PeaksForm {
  const name = keptAs(requestId);
  const [start] = useState(() => {
    const kept = readKept<Kept>(name);
    // Of another file, they would mean nothing.
    return kept?.sha256 === data.sha256 ? kept : null;
  });
  const [edit, setEdit] = useState(start?.edit ?? integrationOf(data));
  const [base, setBase] = useState(data);
  const [version, setVersion] = useState(start?.version ?? data.version);
  const [conflict, setConflict] = useState<LabChromatogram | null>(null);
  const dirty = !isSame(edit, integrationOf(base));
  const latest = useRef({ edit, dirty, version });
  latest.current = { edit, dirty, version };

  useEffect(() => {
    const mine = latest.current;
    setBase(data);
    if (data.version === mine.version) return;
    if (mine.dirty && !isSame(mine.edit, integrationOf(data))) {
      setConflict(data);
      return;
    }
    setEdit(integrationOf(data));
    setVersion(data.version);
    setConflict(null);
  }, [data]);

  useEffect(() => {
    keep(name, dirty ? { sha256: data.sha256, version, edit } : null);
  }, [name, dirty, version, edit, data.sha256]);

  useKeptOverSessionLoss(
    name,
    useCallback(() => {
      const mine = latest.current;
      return mine.dirty ? { sha256: data.sha256, version: mine.version, edit: mine.edit } : null;
    }, [data.sha256]),
  );

  const take = (theirs: LabChromatogram) => {
    latest.current = { edit: integrationOf(theirs), dirty: false, version: theirs.version };
    setEdit(integrationOf(theirs));
    setBase(theirs);
    setVersion(theirs.version);
    setConflict(null);
  };
  return {
    edit,
    setEdit,
    dirty,
    version,
    conflict,
    keepMine: () => {
      setVersion(data.version);
      setConflict(null);
    },
    takeTheirs: () => take(data),
    saved: take,
  };
}
