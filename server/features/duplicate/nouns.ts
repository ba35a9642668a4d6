import type * as z from 'zod/mini'
import type { MergeNoun } from '#contract/duplicate.ts'
import { EventPatch, eventOwnFields } from '#contract/event.ts'
import { OgPatch, ogFields } from '#contract/og.ts'
import { PersonPatch, personOwnFields } from '#contract/person.ts'
import { eventPolicy } from '#server/features/event/policy.ts'
import { ogPolicy } from '#server/features/og/policy.ts'
import { personPolicy } from '#server/features/person/policy.ts'
import type { Policy } from '#server/platform/access.ts'
import type { RecordRow } from '#server/platform/record.ts'

/** A record of any noun, as merging reads and writes it. */
export type AnyRow = RecordRow & Record<string, unknown>

/** What finding and merging must know of a noun; the columns are the contract's. */
export type MergeTable = {
  name: MergeNoun
  policy: Policy
  columns: string[]
  fields: string[]
  json: string[]
  /** Fields that are lists and may take the values of all. */
  lists: readonly string[]
  title: 'name' | 'title'
  /** The noun's own rules for what people may write. */
  patch: z.ZodMiniType
}

const common = ['id', 'rev', 'owner', 'created_at', 'updated_at']
const access = ['read_user', 'write_user']

function tableOf(
  name: MergeNoun,
  policy: Policy,
  own: readonly string[],
  rest: Pick<MergeTable, 'json' | 'lists' | 'title' | 'patch'>,
): MergeTable {
  return { name, policy, columns: [...common, ...own], fields: own.filter(field => !access.includes(field)), ...rest }
}

export const mergeTables: Record<MergeNoun, MergeTable> = {
  og: tableOf('og', ogPolicy, ogFields, {
    json: [],
    lists: ['aliases', 'entrances', 'forbidden_rules'],
    title: 'name',
    patch: OgPatch,
  }),
  person: tableOf('person', personPolicy, personOwnFields, {
    json: ['education'],
    lists: ['aliases', 'labels', 'og_names', 'education'],
    title: 'name',
    patch: PersonPatch,
  }),
  event: tableOf('event', eventPolicy, eventOwnFields, {
    json: [],
    lists: ['labels'],
    title: 'title',
    patch: EventPatch,
  }),
}
