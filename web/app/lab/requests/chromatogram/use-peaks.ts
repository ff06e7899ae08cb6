import type { Integration, LabChromatogram } from '@vialproof/contract/chromatograms';
import { useState } from 'react';
import { readKept } from '../../../lib/kept';
import { type KeptEdit, useKeptEdit, useKeptStart } from '../../use-kept-edit';
import { contentOf, integrationOf } from './editing';

// Unsaved peaks are stored for each file, because they would be wrong for another file.
const keptAs = (requestId: string, sha256: string) => `lab.${requestId}.peaks.${sha256}`;

/** Whether this tab has stored unsaved peaks before a reload. */
export const hasKeptPeaks = (requestId: string, sha256: string) =>
  readKept<KeptEdit<Integration>>(keptAs(requestId, sha256)) !== null;

export const storedPeaks = (data: LabChromatogram) => ({ version: data.version, edit: integrationOf(data) });

/** The peaks that the user edits. They start as those of the server. */
export function usePeaks(requestId: string, data: LabChromatogram) {
  const name = keptAs(requestId, data.sha256);
  const start = useKeptStart<Integration>(name);
  const stored = storedPeaks(data);
  const [edit, setEdit] = useState(start?.edit ?? stored.edit);
  const kept = useKeptEdit({
    name,
    start,
    mine: edit,
    stored,
    contentOf,
    show: setEdit,
  });
  return { edit, setEdit, ...kept };
}
export type PeaksForm = ReturnType<typeof usePeaks>;
