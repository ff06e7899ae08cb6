import { data, idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './compound-names.ts';

const route = routesOf('Compound names', 'admin');

export const listCompounds = route('get', '/lab/compound-names', {
  summary: 'Compounds by name, found by any of their names; admins',
  query: shape.LabCompoundsQuery,
  answers: { 200: json(shape.LabCompounds, 'One page of 25') },
  refuses: ['invalid_fields'],
});

export const labCompound = route('get', '/lab/compound-names/{id}', {
  summary: 'A compound with its names; the id of any of them leads to it; admins',
  params: idParam,
  answers: { 200: data(shape.LabCompoundDetail, 'The compound') },
});

export const nameCompound = route('put', '/lab/compound-names/{id}', {
  summary:
    'Give a known compound a synonym or a brand, or make what customers wrote a known compound; admins',
  stepUp: 'everybody',
  description: 'Tests that are written so count for the compound. What is a name of another one is refused.',
  params: idParam,
  body: shape.NameCompoundBody,
  answers: { 200: data(shape.LabCompoundDetail, 'The compound as it is now') },
  refuses: ['stale_version', 'wrong_state', 'invalid_fields'],
});

export const takeCompoundName = route('post', '/lab/compound-names/{id}/take-away', {
  summary: 'Take a synonym, a brand, or a name that an admin gave away; admins',
  stepUp: 'everybody',
  description:
    'Where public tests write it, it is a spelling of customers again and stands for itself; else nothing is left of it. No release brings it back.',
  params: idParam,
  body: shape.TakeNameBody,
  answers: { 200: data(shape.LabCompoundDetail, 'The compound as it is now') },
  refuses: ['stale_version', 'wrong_state', 'invalid_fields'],
});
