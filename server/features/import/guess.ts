import { createHash } from 'node:crypto'
import type { ImportPlan } from '#contract/import.ts'
import { headerKey, type ImportKit } from './kit.ts'

/** What each column probably means, by its name; each field is taken once. */
export function guessPlan(kit: ImportKit, columns: readonly string[]): ImportPlan {
  const keys = columns.map(headerKey)
  const mapping: (string | null)[] = columns.map(() => null)
  for (const field of kit.fields) {
    const isFree = (place: number) => place >= 0 && mapping[place] === null
    // The order of the names is the order of their likelihood.
    const place = namesOf(field)
      .map(name => keys.findIndex((key, at) => key === name && isFree(at)))
      .find(isFree)
    if (place !== undefined) mapping[place] = field.name
  }
  return {
    mapping,
    match_on: kit.matchOn.filter(field => mapping.includes(field)),
    constants: {},
    on_wrong: 'skip_row',
    on_empty: 'keep',
    read_user: [],
    write_user: [],
  }
}

function namesOf(field: ImportKit['fields'][number]): string[] {
  return [headerKey(field.name), ...Object.values(field.labels).map(headerKey), ...field.headers]
}

/** Names files of the same columns alike, whatever their order of rows, case or spacing. */
export function columnsKey(columns: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(columns.map(headerKey)))
    .digest('base64url')
}
