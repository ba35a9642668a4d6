/**
 * A log position of the database: its timeline and the byte offset, 8 and 14 hexadecimal digits. As a text, so that the
 * later of two positions compares as the greater one everywhere.
 */
export type LogPosition = string

const form = /^[0-9a-f]{8}-[0-9a-f]{14}$/

/** A log position from untrusted input; undefined if it is not one. */
export function parseLogPosition(given: unknown): LogPosition | undefined {
  return typeof given === 'string' && form.test(given) ? given : undefined
}

export const timelineOf = (place: LogPosition): string => place.slice(0, 8)
const byteOf = (place: LogPosition): string => place.slice(9)

/** The minimum that a read requires: everything written before it arrived, and everything that its sender has seen. */
export type ReadRequirement = { timeline: string; byte: string; mayWait: boolean }

/**
 * `now` is the primary's log position at the arrival of the read. A sender who gives a later one has it from a primary
 * that continued elsewhere, or invented it: the read does not wait for data that is not there yet. A position of
 * another timeline is ignored.
 */
export function floorOf(now: LogPosition, given: LogPosition | undefined): ReadRequirement {
  const isAhead = given !== undefined && timelineOf(given) === timelineOf(now) && given > now
  return { timeline: timelineOf(now), byte: byteOf(isAhead ? given : now), mayWait: !isAhead }
}
