import { TRACE_LIMITS } from '@vialproof/science/chromatography/trace-limits';

/** The largest size of an uploaded file, in bytes. */
export const FILE_LIMIT_BYTES = TRACE_LIMITS.bytes;
/** The largest size in words: '10 MB'. */
export const FILE_LIMIT = `${FILE_LIMIT_BYTES / 1024 / 1024} MB`;
