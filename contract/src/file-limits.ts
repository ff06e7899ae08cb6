import { TRACE_LIMITS } from '@vialproof/science/chromatography/trace-limits';

/** The maximum size of an uploaded file in bytes; traces have the same limit. */
export const FILE_LIMIT_BYTES = TRACE_LIMITS.bytes;
/** The maximum size in words: '10 MB'. */
export const FILE_LIMIT = `${FILE_LIMIT_BYTES / 1024 / 1024} MB`;
