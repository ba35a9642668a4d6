/**
 * To be raised with every change that may change the engine's answer for the same two parties: all records are then
 * compared with all lists again. `engine-version.test.ts` detects such changes.
 */
export const engineVersion = 2
