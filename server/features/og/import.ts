import * as z from 'zod/mini'
import { bilingual } from '#contract/bilingual.ts'
import { emptyOf } from '#contract/field.ts'
import { NewOg, ogSchema } from '#contract/og.api.ts'
import { editors } from '#contract/role.ts'
import { WebAddress } from '#contract/wire.ts'
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
  type MissingRecord,
  makesEntrances,
  mergeNumbers,
  numberFieldsOf,
  numberMatches,
  numberMatchKey,
} from '#server/features/import/import.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { lower } from '#server/text/lower.ts'
import { ensureCategories, findCategories, findOgsByKeys } from './import.queries.ts'
import { ogTable } from './og.queries.ts'

/** A web site, which is not a field of its own: it sets the host, and an entrance if that is chosen. */
const website: AdapterField = {
  name: 'website',
  kind: 'url',
  empty: undefined,
  headers: ['url', 'web', 'site', 'homepage', 'link', '官网', '网站', '主页', '链接'],
  labels: bilingual('网址', 'Website'),
  schema: WebAddress,
}

const fields: AdapterField[] = [
  ...importFieldsOf(ogSchema, {
    category_id: { kind: 'category', schema: z.string().check(z.minLength(1), z.maxLength(60)) },
    danger_level: { kind: 'danger_level' },
  }),
  website,
  ...numberFieldsOf(ogSchema, 'og'),
]

/** The import of organisations. */
export const ogImport: ImportAdapter = {
  noun: 'og',
  roles: editors,
  fields,
  matchOn: ['id', ...numberMatches('og'), 'external_id', 'name'],
  matchKey: (name, values) => {
    const text = String(values[name]).normalize('NFKC').trim()
    return numberMatchKey(name, values[name]) ?? (name === 'external_id' ? text : lower(text))
  },
  find: findOgsByKeys,
  settle: completeValues,
  resolveLinks,
  insert,
  update,
}

/**
 * A web site becomes the host if no column contains one, and an additional entrance, at which crawling starts, if that
 * is chosen.
 */
function completeValues(
  { website, [makesEntrances]: isEntrance, ...values }: ImportValues,
  before: ImportValues | undefined,
): ImportValues {
  const address = typeof website === 'string' ? website : undefined
  // An address with more than its host is also stored as a contact.
  const kept = address !== undefined && !isEntrance && !isHostAlone(address) && { 'number.website': address }
  const { id: _, ...rest } = mergeNumbers(ogSchema, { ...values, ...kept }, before)
  if (address === undefined) return rest
  const host = rest.host ?? hostOf(address) ?? before?.host ?? null
  if (!isEntrance) return { ...rest, host }
  const entrances = (rest.entrances ?? before?.entrances ?? []) as string[]
  return { ...rest, host, entrances: entrances.includes(address) ? entrances : [...entrances, address] }
}

const isHostAlone = (address: string) => /^https?:\/\/[^/?#]+\/?$/i.test(address)

/** The host if the contract accepts it, else undefined. */
function hostOf(website: string): string | undefined {
  const host = NewOg.shape.host.safeParse(new URL(website).hostname)
  return host.success ? (host.data ?? undefined) : undefined
}

const nameKey = (name: unknown) => lower(String(name).normalize('NFKC').trim())

async function resolveLinks(ctx: Ctx, all: ImportValues[]): Promise<MissingRecord[]> {
  const known = new Map((await findCategories(ctx)).map(({ name }) => [nameKey(name), name]))
  const missing = new Map<string, MissingRecord>()
  for (const values of all) {
    if (typeof values.category_id !== 'string') continue
    const key = nameKey(values.category_id)
    const name = known.get(key) ?? missing.get(key)?.name
    if (name === undefined) missing.set(key, { noun: 'og_cate', name: values.category_id })
    else values.category_id = name
  }
  return [...missing.values()]
}

async function withCategoryIds(ctx: Ctx, all: ImportValues[]): Promise<ImportValues[]> {
  const names = all.flatMap(({ category_id }) => (typeof category_id === 'string' ? [category_id] : []))
  const ids = await ensureCategories(ctx, names, nameKey)
  return all.map(values =>
    typeof values.category_id === 'string'
      ? { ...values, category_id: ids.get(nameKey(values.category_id)) ?? null }
      : values,
  )
}

async function insert(
  ctx: Ctx,
  all: ImportValues[],
  access: Partial<AccessLists>,
  besides?: (ids: readonly number[]) => Promise<void>,
): Promise<number[]> {
  const empty = emptyOf(ogSchema)
  const rows = (await withCategoryIds(ctx, all)).map(values => ({ ...empty, ...values, ...access }))
  return await insertRecords(ctx, ogTable, rows, { empty, besides })
}

async function update(
  ctx: Ctx,
  all: { found: ExistingRecord; values: ImportValues; furtherChanges?: FieldChange[] }[],
): Promise<void> {
  const after = await withCategoryIds(
    ctx,
    all.map(({ values }) => values),
  )
  await updateRecords(
    ctx,
    ogTable,
    all.map(({ found, furtherChanges = [] }, n) => ({
      before: { ...found.stored, id: found.id, rev: found.rev },
      values: { ...after[n], ...aliasNotesAfter(after[n] ?? {}, found.stored) },
      linked: furtherChanges,
    })),
  )
}
