import type { Person } from './open-app.ts';

/** The states in which orders are prepared. */
export type PreparedState = 'ordered' | 'received' | 'inReview' | 'published';
export type PreparedOrder = {
  state: PreparedState;
  visibility: 'public' | 'private';
  id: string;
  taskNumber: number;
  uniqueKey: string;
};

/** The laboratory in the second database that tests copy: its staff and its orders. */
export type PreparedLaboratory = {
  /** The folder with its files, keys and secrets. */
  directory: string;
  /** When it was created (ISO 8601). Its sessions count from that time. */
  at: string;
  people: { customer: Person; analyst: Person; reviewer: Person; admin: Person };
  orders: PreparedOrder[];
};
