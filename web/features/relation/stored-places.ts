import { onSessionEnd } from '#web/platform/session.ts'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'
import type { NodePositions } from './layout-start.ts'

/** The positions of the last graphs stay in this browser: a hundred bytes to some 60 kB each. */
const recordsAtMost = 20
const nodesAtMost = 5_000

const indexKey = 'graph-places'
const recordKey = (root: string) => `${indexKey}.${root}`

const readIndex = (): string[] => (readLocalStorage(indexKey) ?? '').split(' ').filter(key => /^[po]\d+$/.test(key))

/** The positions of the nodes around a record when its graph was last drawn; empty if it never was. */
export function readPlaces(root: string): NodePositions {
  const places: NodePositions = {}
  for (const entry of (readLocalStorage(recordKey(root)) ?? '').split(';')) {
    const [, key = '', x = '', y = ''] = /^([po]\d+) (-?\d+) (-?\d+)$/.exec(entry) ?? []
    if (key) places[key] = { x: Number(x), y: Number(y) }
  }
  return places
}

/** Stores keys of nodes and whole numbers, no names. The graphs that were drawn longest ago are forgotten. */
export function storePlaces(root: string, places: NodePositions): void {
  const entries = Object.entries(places).slice(-nodesAtMost)
  const text = entries.map(([key, { x, y }]) => `${key} ${Math.round(x)} ${Math.round(y)}`).join(';')
  const index = [root, ...readIndex().filter(key => key !== root)]
  for (const old of index.slice(recordsAtMost)) writeStored(recordKey(old), null)
  writeStored(indexKey, index.slice(0, recordsAtMost).join(' '))
  writeStored(recordKey(root), text)
}

/** Which records are linked is known to this user, not to the next one of this browser. */
export function forgetPlaces(): void {
  for (const root of readIndex()) writeStored(recordKey(root), null)
  writeStored(indexKey, null)
}
onSessionEnd(forgetPlaces)
