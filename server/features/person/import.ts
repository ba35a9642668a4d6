import * as z from 'zod/mini'
import { bilingual } from '#contract/bilingual.ts'
import { genders } from '#contract/entities/person.schema.ts'
import { emptyOf } from '#contract/field.ts'
import { personLinkWords, personSchema } from '#contract/person.api.ts'
import { editors } from '#contract/role.ts'
import type { AccessLists } from '#server/core/access.ts'
import { aliasNotesAfter } from '#server/core/alias.ts'
import type { FieldChange } from '#server/core/history.ts'
import { insertRecords, updateRecords } from '#server/core/rows.ts'
import {
  type AdapterField,
  type ExistingRecord,
  type ImportAdapter,
  type ImportValues,
  importFieldsOf,
  mergeNumbers,
  numberFieldsOf,
  numberMatches,
  numberMatchKey,
  type RowValues,
  type StatedLink,
} from '#server/features/import/import.service.ts'
import { readMembershipsOf } from '#server/features/membership/membership.service.ts'
import { linkedOf, linkNames, type NamedOgs, nameKey, suggestOgs } from '#server/features/og/og.service.ts'
import { fullName } from '#server/ingest/columns/full-name.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findPersonsByKeys } from './import.queries.ts'
import { diesFirst, genderOf } from './life.ts'
import { addMemberships, type NewLink } from './membership.queries.ts'
import { personTable } from './person.queries.ts'

const OgNames = z.array(z.string().check(z.maxLength(300))).check(z.maxLength(200))

/** A gender as people write it; an unknown word stays unchanged, and is refused. */
const Gender = z.pipe(
  z.pipe(
    z.string(),
    z.transform(text => genderOf(text) ?? text),
  ),
  z.enum(genders),
)

const fields: AdapterField[] = [
  ...importFieldsOf(personSchema, { gender: { schema: Gender } }),
  {
    name: 'ogs',
    kind: 'og_list',
    empty: undefined,
    headers: [
      'organisation',
      'organization',
      'organizations',
      'company',
      'employer',
      'committees',
      'memberships',
      '组织',
      '单位',
      '公司',
      '任职机构',
    ],
    labels: personLinkWords.ogs,
    schema: OgNames,
  },
  {
    name: 'first_name',
    kind: 'text',
    empty: undefined,
    headers: ['firstname', 'firstnames', 'givenname', 'givennames', 'forename', 'forenames', '名', '名字'],
    labels: bilingual('名（与姓合为姓名）', 'Given name (joined with the name)'),
    schema: z.string().check(z.maxLength(200)),
  },
  {
    name: 'middle_name',
    kind: 'text',
    empty: undefined,
    headers: ['middlename', 'middlenames', 'secondname', 'patronymic', '中间名', '父名'],
    labels: bilingual('中间名（合入姓名）', 'Middle name (joined with the name)'),
    schema: z.string().check(z.maxLength(200)),
  },
  ...numberFieldsOf(personSchema, 'person'),
]

/** The name of a person whose file has the family name, or a whole name, in the column of the name. */
function whole({ first_name, middle_name, ...values }: ImportValues): ImportValues {
  const given = [first_name, middle_name].filter(part => typeof part === 'string' && part !== '') as string[]
  const { name } = values
  if (given.length === 0 || typeof name !== 'string') return values
  return { ...values, name: fullName({ name: [name], given, family: [] }).name }
}

/** Persons out of files. */
export const personImport: ImportAdapter = {
  noun: 'person',
  roles: editors,
  fields,
  // The name comes last: two persons may share it, and different identifiers prove that they do.
  matchOn: ['id', ...numberMatches('person'), 'external_id', 'mail', 'name'],
  matchKey: (name, { [name]: value }) =>
    numberMatchKey(name, value) ?? (name === 'name' || name === 'mail' ? nameKey(String(value)) : String(value).trim()),
  find: findPersonsByKeys,
  whole,
  settle: completeValues,
  refuses: (values, before) =>
    diesFirst(values.birth_time ?? before?.birth_time, values.death_time ?? before?.death_time)
      ? { field: 'death_time', code: 'death_order' }
      : undefined,
  resolveLinks: async (ctx, all, plan) => {
    await linkNames(ctx, all, 'ogs', plan)
    return []
  },
  linked: all => linkedOf(all, 'ogs'),
  suggest: suggestOgs,
  readStatedLinks: statedLinks,
  insert,
  update,
}

type Link = { og_id: number; role: string | null; start_time: string | null; end_time: string | null }

/** Adds matched organisations as memberships to the existing ones; the rest remain names. A file removes none. */
function completeValues(given: ImportValues, before: ImportValues | undefined): ImportValues {
  const { ogs, id: _, ...values } = mergeNumbers(personSchema, given, before)
  const named = ogs as NamedOgs | undefined
  if (!named || Array.isArray(named)) return values
  const own = (before?.memberships ?? []) as Link[]
  const memberships = [...own]
  for (const { og_id, role } of named.found)
    if (!memberships.some(link => link.og_id === og_id && (link.role === role || role === null)))
      memberships.push({ og_id, role, start_time: null, end_time: null })
  const names = (values.og_names ?? before?.og_names ?? []) as string[]
  return { ...values, memberships, og_names: [...new Set([...names, ...named.kept])].slice(0, 200) }
}

/** A row without a role is a statement about the first membership in that organisation. */
async function statedLinks(ctx: Ctx, rows: readonly RowValues[]): Promise<{ noun: 'membership'; links: StatedLink[] }> {
  const stated = rows.flatMap(({ n, record_id, settled }) =>
    ((settled.memberships as Link[] | undefined) ?? []).map(link => ({ n, record_id, ...link })),
  )
  const own = await readMembershipsOf(ctx, [...new Set(stated.map(({ record_id }) => record_id))])
  const links = stated.flatMap(({ n, record_id, og_id, role }): StatedLink[] => {
    const link = own.get(record_id)?.find(each => each.og_id === og_id && (role === null || each.role === role))
    return link ? [{ n, record_id: link.id, values: { link: true, role } }] : []
  })
  return { noun: 'membership', links }
}

async function insert(
  ctx: Ctx,
  all: ImportValues[],
  access: Partial<AccessLists>,
  besides?: (ids: readonly number[]) => Promise<void>,
): Promise<number[]> {
  const links = all.map(values => (values.memberships ?? []) as Link[])
  const empty = emptyOf(personSchema)
  const rows = all.map(({ memberships: _, ...values }) => ({ ...empty, ...values, ...access }))
  const ids = await insertRecords(ctx, personTable, rows, {
    ...{ empty, besides },
    linked: n => linkChanges([], links[n] ?? []),
  })
  await addMemberships(
    ctx,
    links.flatMap((own, n): NewLink[] => own.map(({ og_id, role }) => ({ person_id: ids[n]!, og_id, role }))),
  )
  return ids
}

function linkChanges(from: Link[], to: Link[]): FieldChange[] {
  return to.length > from.length ? [{ field: 'memberships', from, to }] : []
}

async function update(
  ctx: Ctx,
  all: { found: ExistingRecord; values: ImportValues; furtherChanges?: FieldChange[] }[],
): Promise<void> {
  const changed = all.map(({ found, values: { memberships, ...values }, furtherChanges = [] }) => {
    const own = (found.values.memberships ?? []) as Link[]
    const links = (memberships ?? own) as Link[]
    return { found, values, fresh: links.slice(own.length), linked: [...linkChanges(own, links), ...furtherChanges] }
  })
  await addMemberships(
    ctx,
    changed.flatMap(({ found, fresh }) => fresh.map(({ og_id, role }) => ({ person_id: found.id, og_id, role }))),
  )
  await updateRecords(
    ctx,
    personTable,
    changed.map(({ found, values, linked }) => ({
      before: { ...found.stored, id: found.id, rev: found.rev },
      values: { ...values, ...aliasNotesAfter(values, found.stored) },
      linked,
    })),
  )
}
