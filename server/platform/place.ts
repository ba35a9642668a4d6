/**
 * A place in the database's log: its timeline and the byte in it, 8 and 14 hexadecimal digits. Text, so that the later of two
 * is the greater one, wherever it is compared.
 */
export type Place = string

const form = /^[0-9a-f]{8}-[0-9a-f]{14}$/

/** What somebody gave as a place; undefined where it cannot be one. */
export function placeOf(given: unknown): Place | undefined {
  return typeof given === 'string' && form.test(given) ? given : undefined
}

export const timelineOf = (place: Place): string => place.slice(0, 8)
export const byteOf = (place: Place): string => place.slice(9)

/** What a read must have: all that was there when it came, and what its sender was told of. */
export type Floor = { timeline: string; byte: string; mayWait: boolean }

/**
 * `now` is the primary's place at the read's arrival. A sender who names a later one has it from a primary that went on elsewhere, or
 * made it up: what is not there already is not waited for. Another timeline says nothing about this one.
 */
export function floorOf(now: Place, given: Place | undefined): Floor {
  const isAhead = given !== undefined && timelineOf(given) === timelineOf(now) && given > now
  return { timeline: timelineOf(now), byte: byteOf(isAhead ? given : now), mayWait: !isAhead }
}
