import { z } from 'zod';
import { PAGE_SIZE } from './page-size.ts';
import './error-words.ts';
import { isPrintableLine, UNPRINTABLE_MESSAGE, withoutWidthless } from './plain-line.ts';

/** The public identifier of a row: a UUID in lower case. */
export const Id = z.uuid();

/** Money: whole US cents, never a fraction. */
export const Cents = z.int().min(0);

/** A moment in time: ISO 8601 in UTC, with Z at its end. */
export const Instant = z.iso.datetime();

/**
 * A text that a user typed, without spaces at its ends. NUL and broken halves of characters are refused, because no
 * database can store them.
 */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(
      (words) => !words.includes('\u0000') && words.isWellFormed(),
      'This text holds a character that cannot be kept.',
    );

/** Query text of a search box; trimmed, at most 200 characters. */
export const SearchText = text(200);

/** A switch in a query: only the word `true` turns it on. */
export const QueryFlag = z
  .string()
  .optional()
  .transform((word) => word === 'true');

/** A whole number in a query string: only decimal digits, so not 0x1, 1e3, +1 or 1.0. */
export const queryNumber = (min: number, max: number) =>
  z.preprocess(
    (typed) => (typeof typed === 'string' && /^\d{1,16}$/.test(typed) ? Number(typed) : typed),
    z.number().int().min(min).max(max),
  );

export const PageQuery = {
  page: queryNumber(1, 1_000_000).default(1),
  limit: queryNumber(1, 100).default(PAGE_SIZE),
};

/** The page of a personal list, which has a hundred entries by default. */
export const LongPageQuery = { ...PageQuery, limit: queryNumber(1, 100).default(100) };

/** The page that the client requested, and the total number of entries. */
export const Pagination = z.object({ page: z.int(), limit: z.int(), total: z.int() });
export type Pagination = z.infer<typeof Pagination>;

export const Visibility = z.enum(['private', 'public']);
export type Visibility = z.infer<typeof Visibility>;

/** One line of text, without zero-width characters. Control characters and a changed writing direction are refused. */
export const line = (max: number) =>
  text(max).transform(withoutWidthless).refine(isPrintableLine, UNPRINTABLE_MESSAGE);

/** Like `line`, but not empty. */
export const requiredLine = (max: number, missing: string) =>
  line(max).refine((words) => words !== '', missing);

const unlessEmpty = (words: string) => (words === '' ? undefined : words);

/** A line of text that may be empty. */
export const optionalLine = (max: number) => line(max).transform(unlessEmpty).optional();

/** Several lines of text that may be empty. */
export const optionalText = (max: number) => text(max).transform(unlessEmpty).optional();
