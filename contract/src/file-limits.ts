import { TRACE_LIMITS } from '@vialproof/science/chromatography/trace-limits';

/** The most bytes of one uploaded file: as many as a trace is read from. */
export const FILE_LIMIT_BYTES = TRACE_LIMITS.bytes;
/** The same in words: '10 MB'. */
export const FILE_LIMIT = `${FILE_LIMIT_BYTES / 1024 / 1024} MB`;
