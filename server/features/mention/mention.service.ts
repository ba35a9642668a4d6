import type { Received } from '#contract/endpoint.ts'
import type { listMentions as endpoint, Mention, MentionedRecord } from '#contract/mention.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { judgeStored, nearbyWords } from '#server/features/namesake/namesake.service.ts'
import { getOg } from '#server/features/og/og.service.ts'
import { readOwnTexts } from '#server/features/own_text/own_text.service.ts'
import { extractStored } from '#server/features/page/page.service.ts'
import { getPerson } from '#server/features/person/person.service.ts'
import { readTextFrom } from '#server/features/upload/upload.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { CaptureLost } from '#server/store/store.ts'
import { excerptOf } from './excerpt.ts'
import { findMentions, type MentionedParty, type MentionRow, type PageMentionRow } from './mention.queries.ts'

/** The mentions of a readable record on pages of readable sites, in readable uploads and in readable own texts. */
export async function listMentions(
  ctx: Ctx,
  { og, person, ...query }: Received<typeof endpoint>['query'],
): Promise<ListPage<Mention>> {
  const of = await needMentioned(ctx, og, person)
  const page = await findMentions(ctx, of, query)
  const names = await judgeStored(
    ctx,
    page.items.map(row => ({ ...of, row, ...locationOf(row), evidence: row.evidence })),
  )
  const nearby = await nearbyWords(
    ctx,
    names.map(({ evidence }) => evidence),
  )
  const items: Mention[] = []
  // One after the other: a large page takes time, and other requests must run in between.
  for (const [at, { row, place: _place, version: _version, evidence: _evidence, ...named }] of names.entries())
    items.push(await toMention(ctx, row, named, nearby[at] ?? []))
  return { ...page, items }
}

function locationOf(row: MentionRow) {
  if (row.kind === 'page') return { place: { page: row.page.id }, version: row.version_id }
  return { place: row.kind === 'upload' ? { upload: row.upload.id } : { text: row.text_id }, version: null }
}

async function toMention(
  ctx: Ctx,
  { evidence: _evidence, ...row }: MentionRow,
  named: MentionedRecord,
  nearby: readonly string[],
): Promise<Mention> {
  if (row.kind === 'upload') return { ...row, named, excerpt: await uploadExcerpt(ctx, row, nearby) }
  if (row.kind !== 'page') {
    const texts = (await readOwnTexts(ctx, [row.text_id])).get(row.text_id) ?? []
    return { ...row, named, excerpt: excerptOf(texts, row.name, nearby) }
  }
  const { hash, text_blob, content_type, charset, final_url, is_lost, ...shown } = row
  const stored = { hash, text_blob, content_type, charset, final_url }
  return { ...shown, named, excerpt: is_lost ? null : await cachedExcerpt(ctx, row.name, nearby, stored) }
}

/** Characters read from the first part with the name, in which the occurrence with the strongest evidence is searched. */
const uploadChars = 200_000

/** Parts after the first occurrence that are too far away are not read, so evidence in them does not count. */
async function uploadExcerpt(
  ctx: Ctx,
  { upload, part, name }: Pick<Extract<Mention, { kind: 'upload' }>, 'upload' | 'part' | 'name'>,
  nearby: readonly string[],
): Promise<Mention['excerpt']> {
  const texts = await readTextFrom(ctx, upload.id, part, uploadChars)
  return excerptOf(texts, name, nearby)
}

async function needMentioned(ctx: Ctx, og: number | undefined, person: number | undefined): Promise<MentionedParty> {
  if (og !== undefined && person === undefined) return { noun: 'og', id: (await getOg(ctx, og)).id }
  if (person !== undefined && og === undefined) return { noun: 'person', id: (await getPerson(ctx, person)).id }
  throw fieldError('og', 'og_or_person')
}

type VersionBlob = Pick<PageMentionRow, 'hash' | 'text_blob' | 'content_type' | 'charset' | 'final_url'>
const maxCachedExcerpts = 5_000
/**
 * A cache of excerpts by snapshot, name and evidence; a version never changes. The oldest entries are removed first.
 */
const excerptCache = new Map<string, Mention['excerpt']>()

export async function cachedExcerpt(
  ctx: Ctx,
  name: string,
  nearby: readonly string[],
  stored: VersionBlob,
): Promise<Mention['excerpt']> {
  const key = [stored.text_blob ?? stored.hash, stored.content_type, stored.charset, name, ...nearby].join('\n')
  const before = excerptCache.get(key)
  if (before !== undefined) return before
  const excerpt = await readExcerpt(ctx, name, nearby, stored)
  if (excerpt === undefined) return null
  excerptCache.set(key, excerpt)
  if (excerptCache.size > maxCachedExcerpts) excerptCache.delete(excerptCache.keys().next().value ?? '')
  return excerpt
}

/** Undefined if the store does not return the snapshot. */
async function readExcerpt(
  ctx: Ctx,
  name: string,
  nearby: readonly string[],
  stored: VersionBlob,
): Promise<Mention['excerpt'] | undefined> {
  try {
    const { blocks } = await extractStored(ctx, stored)
    return excerptOf(
      blocks.map(block => block.text),
      name,
      nearby,
    )
  } catch (error) {
    if (error instanceof CaptureLost) return undefined
    throw error
  }
}
