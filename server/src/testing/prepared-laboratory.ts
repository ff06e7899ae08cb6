import type { Person } from './open-app.ts';

/** The states in which requests of the prepared laboratory wait to be handed out. */
export type PreparedState = 'ordered' | 'received' | 'inReview' | 'published';
export type PreparedOrder = {
  state: PreparedState;
  visibility: 'public' | 'private';
  id: string;
  taskNumber: number;
  uniqueKey: string;
};

/** The laboratory of the second template database: who works there, and the requests that it holds. */
export type PreparedLaboratory = {
  /** The data directory that belongs to the template: files, keys and secrets. */
  directory: string;
  /** The time of the application that made it (ISO 8601), from which its sessions count. */
  at: string;
  people: { customer: Person; analyst: Person; reviewer: Person; admin: Person };
  orders: PreparedOrder[];
};
