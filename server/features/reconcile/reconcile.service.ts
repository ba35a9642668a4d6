import type { Reply } from '#contract/endpoint.ts'
import {
  type createReconcileAddress,
  type ReconcileAddress,
  ReconcileQueries,
  reconcileLimits,
} from '#contract/reconcile.api.ts'
import { editors } from '#contract/role.ts'
import { cutText } from '#contract/text.ts'
import { readDate } from '#server/features/import/import.service.ts'
import {
  engineOptions,
  isStrong,
  listsNow,
  matchLists,
  readRule,
} from '#server/features/screening/screening.service.ts'
import { findUser } from '#server/features/user/user.service.ts'
import { readCountry } from '#server/ingest/columns/country-column.ts'
import type { Party } from '#server/name/name.ts'
import { auditSeldom } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { hashToken, newToken } from '#server/platform/http/token.ts'
import {
  findAddresses,
  findByHash,
  findReconciledEntry,
  insertAddress,
  removeAddress,
  touchAddress,
} from './reconcile.queries.ts'

const addressesAtMost = 20
const touchedEveryMs = 60_000
const auditedEveryMs = 3_600_000
const cutoff = 0.5
const usualLimit = 5

export async function listAddresses(ctx: Ctx): Promise<{ items: ReconcileAddress[] }> {
  return { items: await findAddresses(ctx) }
}

/** The address is returned only this once: only the token's hash is stored. */
export async function createAddress(ctx: Ctx, name: string): Promise<Reply<typeof createReconcileAddress>> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new AppError('forbidden')
  const token = newToken()
  const address = await inTransaction(ctx, ctx =>
    insertAddress(ctx, actor.id, { name, hash: hashToken(token), most: addressesAtMost }),
  )
  if (!address) throw new AppError('wrong_state')
  return { address, path: `/v1/reconcile/${token}` }
}

export async function deleteAddress(ctx: Ctx, id: number): Promise<null> {
  if (!(await removeAddress(ctx, id))) throw new AppError('not_found')
  return null
}

/** A context with the owner's current rights; a wrong token and a revoked one get the same answer. */
async function asOwner(ctx: Ctx, token: string): Promise<Ctx> {
  const address = await findByHash(ctx, hashToken(token))
  const owner = address && asUser(ctx, await findUser(ctx, address.user_id), editors)
  if (!address || !owner) throw new AppError('not_found')
  await touchAddress(ctx, address.id, new Date(ctx.now().getTime() - touchedEveryMs))
  await auditSeldom(owner, { act: 'read', noun: 'reconcile_address', recordId: address.id }, auditedEveryMs)
  return owner
}

const types = [
  { id: 'person', name: 'Person' },
  { id: 'organisation', name: 'Organisation' },
] as const

/** The manifest of the reconciliation service, which offers neither suggestions nor data extension. */
export async function manifest(ctx: Ctx, token: string, base: string) {
  await asOwner(ctx, token)
  return {
    versions: ['0.2'],
    name: 'Og Group',
    identifierSpace: `${base}/v1/list/`,
    schemaSpace: 'https://www.opensanctions.org/reference/',
    defaultTypes: types,
    view: { url: `${base}/v1/reconcile/${token}/view?id={{id}}` },
    batchSize: reconcileLimits.queries,
  }
}

/** A value as OpenRefine sends it: a text, a number, an entity that was matched before, or several of these. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, reconcileLimits.values).flatMap(textsOf)
  if (typeof value === 'string') return value.trim() === '' ? [] : [cutText(value.trim(), 500)]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null && 'id' in value ? textsOf(value.id) : []
}

function partyOfQuery({ query, type, properties = [] }: ReconcileQueries[string]): Party {
  const of = (...pids: string[]) => properties.filter(({ pid }) => pids.includes(pid)).flatMap(({ v }) => textsOf(v))
  const wanted = textsOf(type)
  const isPerson = wanted.includes('person')
  const isOrganisation = wanted.includes('organisation')
  return {
    kind: isPerson === isOrganisation ? 'unknown' : isPerson ? 'person' : 'organisation',
    names: [{ text: query, strength: 'primary' }],
    dates: of('birth_date', 'founding_date').flatMap(text => readDate(text) ?? []),
    countries: of('country').flatMap(text => readCountry(text) ?? []),
    numbers: of('identifiers', 'identifier').map(value => ({ scheme: 'idNumber', value })),
  }
}

function parseQueries(text: string): ReconcileQueries {
  const parsed = ReconcileQueries.safeParse(parse(text))
  if (!parsed.success || Object.keys(parsed.data).length > reconcileLimits.queries) throw fieldError('queries', 'wrong')
  return parsed.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Answers under the keys that the client sent. `match` is true only for a strong hit that is the only one. */
export async function answerQueries(systemCtx: Ctx, token: string, text: string) {
  const ctx = await asOwner(systemCtx, token)
  const queries = Object.entries(parseQueries(text))
  const rule = await readRule(ctx)
  const { weights } = engineOptions(rule)
  const parties = queries.map(([, query]) => partyOfQuery(query))
  const limit = Math.max(usualLimit, ...queries.map(([, query]) => query.limit ?? usualLimit))
  const found = await matchLists(ctx, await listsNow(ctx), parties, { cutoff, limit, weights })
  return Object.fromEntries(
    queries.map(([key, query], n) => {
      const hits = (found[n]?.hits ?? []).slice(0, query.limit ?? usualLimit)
      const strong = (found[n]?.hits ?? []).filter(({ score }) => isStrong(score, rule))
      const result = hits.map(({ list, key, caption, schema, score, features }, place) => ({
        id: `${list.id}:${key}`,
        name: caption,
        description: list.name,
        type: [schema === 'Person' ? types[0] : types[1]],
        score: Math.round(score * 1_000) / 10,
        match: place === 0 && strong.length === 1,
        features: features.map(({ code, points }) => ({ id: code, value: Math.round(points * 1_000) / 10 })),
      }))
      return [key, { result }]
    }),
  )
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeMarkup = (text: string) => text.replace(/[&<>"]/g, sign => escapes[sign] ?? '')

/** A page with the list's data about an entry. */
export async function view(systemCtx: Ctx, token: string, id: string): Promise<string> {
  const ctx = await asOwner(systemCtx, token)
  const [, list = '', key = ''] = /^([1-9]\d{0,14}):(.+)$/s.exec(id) ?? []
  const entry = list === '' || key.includes('\u0000') ? undefined : await findReconciledEntry(ctx, Number(list), key)
  if (!entry) throw new AppError('not_found')
  const rows = Object.entries(entry.properties).map(
    ([name, values]) => `<dt>${escapeMarkup(name)}</dt><dd dir="auto">${values.map(escapeMarkup).join('<br>')}</dd>`,
  )
  const title = escapeMarkup(entry.caption)
  return `<!doctype html><meta charset="utf-8"><title>${title}</title><h1 dir="auto">${title}</h1><p>${escapeMarkup(entry.list)} · ${escapeMarkup(entry.schema)} · ${escapeMarkup(entry.key)}</p><dl>${rows.join('')}</dl>`
}
