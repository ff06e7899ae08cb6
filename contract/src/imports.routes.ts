import { z } from '@hono/zod-openapi';
import { data, idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './imports.ts';

const route = routesOf('Laboratory', 'staff');

const imported = (words: string) => data(shape.TraceImport, words);

export const listLabKeys = route('get', '/lab/keys', {
  summary: 'The laboratory’s keys, without what is secret; admins only',
  who: 'admin',
  answers: { 200: data(z.array(shape.LabKey), 'Newest first') },
});

export const makeLabKey = route('post', '/lab/keys', {
  summary: 'Make a key for a program that sends traces; admins only',
  stepUp: 'everybody',
  who: 'admin',
  body: shape.LabKeyBody,
  answers: { 201: data(shape.NewLabKey, 'The key is shown this once') },
});

export const revokeLabKey = route('delete', '/lab/keys/{id}', {
  summary: 'Revoke a key for good; admins only',
  stepUp: 'everybody',
  who: 'admin',
  params: idParam,
  answers: { 200: data(shape.LabKey, 'The key as it is now') },
});

export const sendImport = route('post', '/lab/imports', {
  summary: 'Send a trace with a laboratory key; no other call takes one, and this one takes nothing else',
  who: 'labKey',
  takesFile: true,
  answers: {
    200: imported('The same file was sent before'),
    201: imported('Kept; an injection of the sample that it names, or waiting'),
  },
  refuses: [
    'key_ended',
    'too_large',
    'chromatogram_unreadable',
    'file_infected',
    'trace_used_elsewhere',
    'idempotency_mismatch',
  ],
});

export const listImports = route('get', '/lab/imports', {
  summary: 'Traces that programs sent',
  query: shape.ImportsQuery,
  answers: { 200: json(shape.ImportPage, 'One page') },
  refuses: ['invalid_fields'],
});

export const assignImport = route('post', '/lab/imports/{id}/assign', {
  summary: 'Say which sample a trace that waits is of',
  params: idParam,
  body: shape.AssignImportBody,
  answers: { 200: imported('Its injection now') },
  refuses: ['own_order', 'wrong_state', 'trace_used_elsewhere', 'chromatogram_unreadable'],
});

export const readImport = route('post', '/lab/imports/{id}/numbers', {
  summary: 'Say how the numbers of a trace that waits are read; then it goes on to the sample that it names',
  params: idParam,
  body: shape.ReadImportBody,
  answers: { 200: imported('Its injection now, or waiting for a sample') },
  refuses: ['own_order', 'wrong_state', 'trace_used_elsewhere', 'chromatogram_unreadable'],
});

export const dismissImport = route('post', '/lab/imports/{id}/dismiss', {
  summary: 'Say that a trace that waits is none of the laboratory’s samples; its file stays',
  params: idParam,
  body: shape.DismissImportBody,
  answers: { 200: imported('Dismissed') },
  refuses: ['own_order', 'wrong_state'],
});
