import type { Person } from './open-app.ts';

/** The states of prepared requests. */
export type PreparedState = 'ordered' | 'received' | 'inReview' | 'published';
export type PreparedOrder = {
  state: PreparedState;
  visibility: 'public' | 'private';
  id: string;
  taskNumber: number;
  uniqueKey: string;
};

/** The laboratory of the second template database: its staff, and its requests. */
export type PreparedLaboratory = {
  /** The template's data directory: files, keys and secrets. */
  directory: string;
  /** The time of the application that created it (ISO 8601), from which its sessions count. */
  at: string;
  people: { customer: Person; analyst: Person; reviewer: Person; admin: Person };
  orders: PreparedOrder[];
};
