import { emptyOf } from '#contract/field.ts'
import { type Og, type OgField, ogSchema } from '#contract/og.api.ts'

const sampleInstant = '2026-11-20T00:00:00.000Z'

/** An organisation as the server returns it, for tests: empty except for its name and the given fields. */
export function fakeOg(over: Partial<Og> & { id: number }): Og {
  return {
    rev: 1,
    owner: 1,
    created_at: sampleInstant,
    updated_at: sampleInstant,
    can: ['update', 'delete'],
    version: 0,
    new_version: 0,
    is_demo: false,
    ...(emptyOf(ogSchema) as Pick<Og, OgField>),
    name: `Og ${over.id}`,
    ...over,
  }
}
