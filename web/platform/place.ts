import { keep, kept } from './storage.ts'

/** Shared by all windows of the browser: what was saved in one is there for the next read of another. */
const storageKey = 'place'
const form = /^[0-9a-f]{8}-[0-9a-f]{14}$/

/** The newest place of the database's log that a write's answer has told (`placeHeader`); undefined where none has. */
export function newestPlace(): string | undefined {
  const place = kept(storageKey)
  return place !== null && form.test(place) ? place : undefined
}

/** Keeps it, if it is newer than what is kept: of two places the later is the greater text. */
export function notePlace(told: string | null): void {
  if (told !== null && form.test(told) && told > (newestPlace() ?? '')) keep(storageKey, told)
}
