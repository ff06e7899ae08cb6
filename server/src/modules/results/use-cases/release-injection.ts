import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { describeInjections, releaseFile } from '../../chromatograms/chromatograms.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { recordWork } from '../results.transitions.ts';
import { changeRequest } from './change-request.ts';

/** A reviewer found no private data in an injection's file, so its owner may publish it. Refusal: `not_found`. */
export async function releaseInjection(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  injectionId: string,
): Promise<LabRequest | Refusal> {
  return changeRequest(ctx, viewer, idOrTask, async ({ tx, request }) => {
    const found = (
      await describeInjections(ctx.chromatograms, tx, { requestId: request.id, revisionId: undefined })
    ).find(({ injection }) => injection.id === injectionId);
    if (!found) return refuse('not_found');
    if (found.release) return undefined;
    await releaseFile(ctx.chromatograms, tx, { injectionId, by: viewer.id });
    const { fileName, sha256 } = found.injection;
    await recordWork(ctx, tx, viewer, 'result.injection_released', request.id, {
      file_name: fileName,
      sha256,
    });
    return undefined;
  });
}
