import { data, idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './makers.ts';

const route = routesOf('Makers', 'admin');

const changed = data(shape.LabMakerDetail, 'The maker as it is now');

export const listMakers = route('get', '/lab/makers', {
  summary: 'Makers by name, found by any of their spellings',
  who: 'staff',
  query: shape.LabMakersQuery,
  answers: { 200: json(shape.LabMakers, 'One page of 25') },
  refuses: ['invalid_fields'],
});

export const labMaker = route('get', '/lab/makers/{id}', {
  summary: 'A maker with its spellings and batches; the id of a merged one leads to where it went; admins',
  params: idParam,
  answers: { 200: data(shape.LabMakerDetail, 'The maker') },
});

export const changeMaker = route('put', '/lab/makers/{id}', {
  summary: 'Name, confirm, or enter what the maker says; admins',
  params: idParam,
  body: shape.ChangeMakerBody,
  answers: { 200: changed },
  refuses: ['stale_version', 'invalid_fields'],
});

export const mergeMaker = route('post', '/lab/makers/{id}/merge', {
  summary: 'Merge a maker into another; admins',
  stepUp: 'everybody',
  params: idParam,
  body: shape.MergeBody,
  answers: { 200: changed },
  refuses: ['stale_version', 'wrong_state'],
});

export const unmergeMaker = route('post', '/lab/makers/{id}/unmerge', {
  summary: 'Undo the merging of this maker; admins',
  stepUp: 'everybody',
  description: '`version` is that of the maker it went to.',
  params: idParam,
  body: shape.UnmergeBody,
  answers: { 200: changed },
  refuses: ['stale_version', 'wrong_state'],
});

export const splitMaker = route('post', '/lab/makers/{id}/split', {
  summary: 'Give spellings to a new maker; merging it back undoes this; admins',
  stepUp: 'everybody',
  params: idParam,
  body: shape.SplitBody,
  answers: { 200: data(shape.LabMakerDetail, 'The new maker') },
  refuses: ['stale_version', 'invalid_fields'],
});

export const changeBatch = route('put', '/lab/batches/{id}', {
  summary: 'Name, confirm, or enter what the maker says of a batch; admins',
  params: idParam,
  body: shape.ChangeBatchBody,
  answers: { 200: changed },
  refuses: ['stale_version', 'invalid_fields'],
});

export const mergeBatch = route('post', '/lab/batches/{id}/merge', {
  summary: 'Merge a batch into another of the same maker; admins',
  stepUp: 'everybody',
  params: idParam,
  body: shape.MergeBody,
  answers: { 200: changed },
  refuses: ['stale_version', 'wrong_state'],
});

export const unmergeBatch = route('post', '/lab/batches/{id}/unmerge', {
  summary: 'Undo the merging of this batch; admins',
  stepUp: 'everybody',
  description: '`version` is that of the batch it went to.',
  params: idParam,
  body: shape.UnmergeBody,
  answers: { 200: changed },
  refuses: ['stale_version', 'wrong_state'],
});

export const splitBatch = route('post', '/lab/batches/{id}/split', {
  summary: 'Give codes to a new batch; merging it back undoes this; admins',
  stepUp: 'everybody',
  params: idParam,
  body: shape.SplitBody,
  answers: { 200: changed },
  refuses: ['stale_version', 'invalid_fields'],
});

export const labSubject = route('get', '/lab/requests/{id}/subject', {
  summary: 'Which maker and batch a sample is of, and which it may be',
  who: 'staff',
  audited: 'request.viewed',
  params: idParam,
  answers: { 200: data(shape.LabSubject, 'The words, the records and suggestions') },
  refuses: ['own_order'],
});

export const chooseSubject = route('put', '/lab/requests/{id}/subject', {
  summary: 'Choose or confirm the maker and batch of a sample',
  who: 'staff',
  params: idParam,
  body: shape.ChooseSubjectBody,
  answers: { 200: data(shape.LabSubject, 'As it is now') },
  refuses: ['own_order', 'wrong_state', 'invalid_fields'],
});
