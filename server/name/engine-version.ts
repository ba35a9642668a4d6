/**
 * Raised with each change by which the engine may answer otherwise about the same two parties: all records are compared with all lists
 * again then. `engine-version.test.ts` notices what changes.
 */
export const engineVersion = 1
