import { createRoute, z } from '@hono/zod-openapi';
import { body, file, idParam, json, problems, signedIn } from './answers.routes.ts';
import * as shape from './chromatograms.ts';
import { LabRequest } from './lab.ts';

const tags = ['Laboratory'];
const security = signedIn;
const staffOnly = ['unauthenticated', 'forbidden', 'not_found'] as const;

export const labPeaks = createRoute({
  method: 'put',
  path: '/lab/requests/{id}/chromatogram/peaks',
  tags,
  security,
  summary: 'Set the limits of the peaks; the areas are computed here',
  request: { params: idParam, body: body(shape.PeaksBody) },
  responses: {
    200: json(z.object({ data: LabRequest }), 'The request as it is now'),
    ...problems(
      ...staffOnly,
      'malformed',
      'cross_site',
      'own_order',
      'wrong_state',
      'stale_draft',
      'invalid_fields',
      'chromatogram_unreadable',
    ),
  },
});

export const labTracePoints = createRoute({
  method: 'get',
  path: '/lab/requests/{id}/chromatogram/points',
  tags,
  security,
  summary: 'Every point of the trace and its baselines, for drawing and integrating',
  description:
    'Little-endian 64-bit numbers: how many series follow, the length of each, then the series: times in min and signal in mAU; times and heights of the rolling-ball baseline; times and heights of the instrument’s baselines (none: empty).',
  request: { params: idParam, query: shape.TraceQuery },
  responses: {
    200: file('application/octet-stream', 'The series'),
    ...problems(...staffOnly, 'invalid_fields', 'chromatogram_unreadable'),
  },
});

export const labRawChromatogram = createRoute({
  method: 'get',
  path: '/lab/requests/{id}/chromatogram/raw',
  tags,
  security,
  summary: 'The file of the chromatogram, byte for byte as it was uploaded',
  request: { params: idParam, query: shape.TraceQuery },
  responses: {
    200: file('application/octet-stream', 'The file'),
    304: { description: 'You have it' },
    ...problems(...staffOnly, 'invalid_fields'),
  },
});
