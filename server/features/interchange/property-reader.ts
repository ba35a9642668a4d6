import { type CarryNotes, cleanText } from '#server/ingest/carry-notes.ts'
import type { RawEntity } from '#server/ingest/raw-entity.ts'

/** Reads values of an entity and tracks which properties were read. */
export type PropertyReader = {
  all(name: string): string[]
  /** The first value; the others are reported. */
  first(name: string): string | undefined
  /** Values beyond the first of a property that holds one. */
  reportExtra(name: string, values: readonly string[]): void
  /** Values without a field of ours. */
  reportUnmapped(name: string, values: readonly string[]): void
  /** Values that their field does not accept. */
  reportUnfit(name: string, values: readonly string[]): void
  /** Reports every non-empty property that was not read. */
  reportUnread(): void
}

export function openPropertyReader({ schema, properties }: RawEntity, note: CarryNotes): PropertyReader {
  const taken = new Set<string>()
  const textsOf = (name: string): string[] =>
    Object.hasOwn(properties, name) ? [...new Set(listOf(properties[name]).flatMap(textOf))] : []
  const all = (name: string) => {
    taken.add(name)
    return textsOf(name)
  }
  const extra = (name: string, values: readonly string[]) => note(schema, name, 'extra', values)
  return {
    all,
    first(name) {
      const [first, ...more] = all(name)
      extra(name, more)
      return first
    },
    reportExtra: extra,
    reportUnmapped: (name, values) => note(schema, name, 'no_home', values),
    reportUnfit: (name, values) => note(schema, name, 'unfit', values),
    reportUnread() {
      for (const name of Object.keys(properties)) if (!taken.has(name)) note(schema, name, 'no_home', textsOf(name))
    },
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** A nested entity is represented by its id. */
function textOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return 'id' in value ? textOf(value.id) : []
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const text = cleanText(String(value)).trim()
  return text === '' ? [] : [text]
}
