import { readStored, writeStored } from './storage.ts'

/** Shared by all windows of the browser: a write in one window is visible to the next read of another. */
const storageKey = 'place'
const form = /^[0-9a-f]{8}-[0-9a-f]{14}$/

/** The newest log position of the database in a reply to a write (`placeHeader`); undefined without any. */
export function newestPlace(): string | undefined {
  const place = readStored(storageKey)
  return place !== null && form.test(place) ? place : undefined
}

/** Stores the log position if it is newer than the stored one: later positions compare greater as text. */
export function notePlace(told: string | null): void {
  if (told !== null && form.test(told) && told > (newestPlace() ?? '')) writeStored(storageKey, told)
}
