import { data, routesOf } from './answers.routes.ts';
import * as shape from './dossiers.ts';

const route = routesOf('Dossiers', 'open');

const description =
  'Nothing here is computed from private tests, except that one which was registered as public and made private afterwards counts as withheld. With `min` or `max` the line of `analyte` (purity unless told) also says how its newest values stand against that limit.';
const answers = { 200: data(shape.Dossier, 'The dossier') };
const common = { description, query: shape.OwnLimitQuery, answers };

export const getCompoundDossier = route('get', '/dossiers/compounds/{slug}', {
  summary: 'What is published of a compound, counted by maker and batch',
  params: shape.SlugParam,
  ...common,
  refuses: ['not_found', 'invalid_fields'],
});

export const getMakerDossier = route('get', '/dossiers/makers/{slug}', {
  summary: 'What is published of a maker, counted by batch',
  params: shape.SlugParam,
  ...common,
  refuses: ['not_found', 'invalid_fields'],
});

export const getBatchDossier = route('get', '/dossiers/batches/{maker}/{code}', {
  summary: 'What is published of a batch, counted by test',
  params: shape.BatchParam,
  ...common,
  refuses: ['not_found', 'invalid_fields'],
});
