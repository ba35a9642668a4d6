import type { FileSummary } from '../reader/file-reading.ts'

/**
 * Pauses in minutes after each try that ended for a temporary reason: six tries within ten hours. The first is also the
 * time after which a reading without progress has lost its worker.
 */
export const pausesMinutes = [5, 15, 60, 180, 340] as const
export const mostTries = pausesMinutes.length + 1

/** Whether the reading ended for a reason other than the file, so that a later try may succeed. */
export const isTemporary = ({ summary: { failure } }: { summary: Pick<FileSummary, 'failure'> }): boolean =>
  failure === 'storage_fault' || failure === 'interrupted'
