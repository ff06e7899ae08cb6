import { data, file, idParam, routesOf } from './answers.routes.ts';
import * as shape from './chromatograms.ts';
import { LabRequest } from './lab.ts';

const route = routesOf('Laboratory', 'staff');

export const labPeaks = route('put', '/lab/requests/{id}/chromatogram/peaks', {
  summary: 'Set the limits of the peaks; the areas are computed here',
  params: idParam,
  body: shape.PeaksBody,
  answers: { 200: data(LabRequest, 'The request as it is now') },
  refuses: ['own_order', 'wrong_state', 'stale_draft', 'chromatogram_unreadable'],
});

export const labChannel = route('post', '/lab/requests/{id}/chromatogram/channel', {
  summary: 'Read another channel of the same file; its peaks are proposed',
  params: idParam,
  body: shape.ChannelBody,
  answers: { 200: data(LabRequest, 'The request as it is now') },
  refuses: ['own_order', 'wrong_state', 'stale_draft', 'chromatogram_unreadable'],
});

export const labTracePoints = route('get', '/lab/requests/{id}/chromatogram/points', {
  summary: 'Every point of the trace and its baselines, for drawing and integrating',
  audited: 'request.viewed',
  description:
    'Little-endian 64-bit numbers: how many series follow, the length of each, then the series: times in min and signal in mAU; times and heights of the rolling-ball baseline; times and heights of the instrument’s baselines, and of the blank (none: empty).',
  params: idParam,
  query: shape.TraceQuery,
  answers: { 200: file('application/octet-stream', 'The series') },
  refuses: ['own_order', 'invalid_fields', 'chromatogram_unreadable'],
});

export const labRawChromatogram = route('get', '/lab/requests/{id}/chromatogram/raw', {
  summary: 'The file of the chromatogram, byte for byte as it was uploaded',
  audited: 'request.chromatogram_downloaded',
  params: idParam,
  query: shape.TraceQuery,
  answers: { 200: file('application/octet-stream', 'The file'), 304: { description: 'You have it' } },
  refuses: ['own_order', 'invalid_fields'],
});

export const labExplain = route('put', '/lab/requests/{id}/chromatogram/reason', {
  summary: 'Say why a purity is reported although something was noticed about its trace',
  params: idParam,
  body: shape.ExplainBody,
  answers: { 200: data(LabRequest, 'The request as it is now') },
  refuses: ['own_order', 'wrong_state', 'stale_draft'],
});

export const labBlank = route('post', '/lab/requests/{id}/chromatogram/blank', {
  summary: 'Upload a run of the solvent alone beside the trace; nothing is subtracted yet',
  params: idParam,
  takesFile: 'with a wish for a channel',
  answers: { 200: data(LabRequest, 'The request as it is now') },
  refuses: ['own_order', 'wrong_state', 'too_large', 'chromatogram_unreadable', 'ambiguous_numbers'],
});

export const labSubtractBlank = route('put', '/lab/requests/{id}/chromatogram/blank', {
  summary: 'Subtract the blank from the trace, or no longer; the peaks are proposed anew',
  params: idParam,
  body: shape.BlankBody,
  answers: { 200: data(LabRequest, 'The request as it is now') },
  refuses: ['own_order', 'wrong_state', 'stale_draft', 'chromatogram_unreadable'],
});

export const labRawBlank = route('get', '/lab/requests/{id}/chromatogram/blank', {
  summary: 'The file of the blank, byte for byte as it was uploaded',
  audited: 'request.blank_downloaded',
  params: idParam,
  query: shape.TraceQuery,
  answers: { 200: file('application/octet-stream', 'The file'), 304: { description: 'You have it' } },
  refuses: ['own_order', 'invalid_fields'],
});
