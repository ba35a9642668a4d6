import type * as contract from '#contract/diff.api.ts'
import type { Diff } from '#contract/diff.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { certainties, type MentionedRecord } from '#contract/mention.api.ts'
import { cutText } from '#contract/text.ts'
import { asOgName, type OgRef } from '#contract/wire.ts'
import { findVersionsById, getPage, needPage } from '#server/features/page/page.service.ts'
import { findSharedTexts, findSharedTextsOfPair } from '#server/features/shared_text/shared_text.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { checkReviewable, needDiff } from './need.ts'
import { compareVersions } from './view.ts'

/** A difference with both texts row by row. */
export async function getDiff(ctx: Ctx, id: number, around: number): Promise<Reply<typeof contract.getDiff>> {
  const diff = await needDiff(ctx, id)
  const ids = [diff.from_version, diff.to_version].filter(version => version !== null)
  const versions = await findVersionsById(ctx, await needPage(ctx, diff.page.id), ids)
  const of = (version: number | null) => versions.find(({ id }) => id === version) ?? null
  const comparison = await compareVersions(
    ctx,
    { ogId: diff.og.id, pageId: diff.page.id },
    of(diff.from_version),
    // A state of the page left its text as it was.
    of(diff.kind === 'state' ? diff.from_version : diff.to_version),
    { around, shared: await findSharedTexts(ctx, diff.og.id, diff.round) },
  )
  return { diff, comparison }
}

/** The same on the page of reviews. */
export async function openDiff(ctx: Ctx, id: number, around: number): Promise<Reply<typeof contract.getDiff>> {
  await checkReviewable(ctx, id)
  return await getDiff(ctx, id, around)
}

/** Compares any two versions of a page. */
export async function comparePageVersions(
  ctx: Ctx,
  pageId: number,
  { from, to, around }: { from: number; to: number; around: number },
): Promise<Reply<typeof contract.comparePageVersions>> {
  const page = await needPage(ctx, pageId)
  const versions = await findVersionsById(ctx, page, [from, to])
  const of = (id: number) => versions.find(version => version.id === id) ?? null
  const [before, after] = [of(from), of(to)]
  if (!before || !after) throw new AppError('not_found')
  const shared = await findSharedTextsOfPair(ctx, page.og.id, before, after)
  return await compareVersions(ctx, { ogId: page.og.id, pageId }, before, after, { around, shared })
}

const maxQuotedChars = 1_500

/** The data of a difference that an event or a report needs: its location, its text, and the records that it names. */
export async function diffToDto(ctx: Ctx, id: number) {
  await checkReviewable(ctx, id)
  const { diff, comparison } = await getDiff(ctx, id, 0)
  const page = await getPage(ctx, diff.page.id)
  // The page's own content comes before its menus.
  const main = comparison.rows.filter(row => row.part === 'main')
  const texts = (side: 'before' | 'after', kinds: readonly string[]) =>
    (main.some(row => kinds.includes(row.kind)) ? main : comparison.rows)
      .filter(row => kinds.includes(row.kind))
      .flatMap(row => row[side]?.text || [])
  const came = texts('after', ['added', 'changed'])
  const quotation = lineFirst(ctx, diff, came.length > 0 ? came : texts('before', ['removed', 'changed']))
  // Only certain names are linked automatically; the others are offered as candidates. A removal is about the
  // removed names; an addition is not.
  const isRemoval = came.length === 0
  const named = [...diff.new_mentions, ...diff.removed_mentions].filter(each => each.verdict !== 'rejected')
  const certain = (isRemoval ? named : diff.new_mentions).filter(
    each => each.certainty === 'certain' && each.verdict !== 'rejected',
  )
  const ogs = unique<OgRef>([diff.og, ...certain.filter(each => each.noun === 'og').map(asOgRef)])
  const persons = unique(certain.filter(each => each.noun === 'person'))
  const order = (each: MentionedRecord) => certainties.indexOf(each.certainty)
  const candidates = named.filter(each => !certain.includes(each)).toSorted((a, b) => order(a) - order(b))
  return {
    diff,
    title: titleOf(ctx, String(diff.og.name), diff.page.title ?? diff.page.url),
    quotation: cutText(quotation.join('\n'), maxQuotedChars) || null,
    url: page.url,
    version: diff.to_version ?? diff.from_version,
    ogs,
    persons,
    candidates,
  }
}

/** The change that lists show comes first; a removal has an introduction, because the text alone would read as an addition. */
function lineFirst(ctx: Ctx, { kind, excerpt, excerpt_runs }: Diff, texts: readonly string[]): string[] {
  if (kind !== 'changed' || excerpt === null || excerpt === '') return [...texts]
  const isRemoval = excerpt_runs.length > 0 && excerpt_runs.every(({ op }) => op === 'removed')
  if (isRemoval) return [formatRemoval(ctx, excerpt_runs.map(({ text }) => text).join('')), ...texts]
  const first = texts.find(text => text.includes(excerpt) || excerpt.includes(text))
  return first === undefined ? [excerpt, ...texts] : [first, ...texts.filter(text => text !== first)]
}

const formatRemoval = ({ locale }: Ctx, text: string) => (locale === 'zh-CN' ? `已删除：${text}` : `No longer: ${text}`)

const asOgRef = ({ id, name, eng_name }: MentionedRecord): OgRef => ({ id, name: asOgName(name), eng_name })

/** Drafts an event from a difference, filled in with certain data; saves nothing. */
export async function draftEvent(ctx: Ctx, id: number): Promise<Reply<typeof contract.draftEvent>> {
  const { diff, title, quotation, url, version, ogs, persons, candidates } = await diffToDto(ctx, id)
  return {
    event: {
      title,
      desc: quotation,
      start_time: diff.created_at.slice(0, 10),
      source_url: url,
      page_version: version,
      diff_id: diff.id,
      ogs: ogs.map(og => og.id),
      persons: persons.map(person => person.id),
    },
    ogs,
    persons,
    candidates,
  }
}

/** The page’s title, preceded by the organisation's name unless the title contains it. */
function titleOf({ locale }: Ctx, og: string, page: string): string {
  const colon = locale === 'zh-CN' ? '：' : ': '
  return cutText(page.includes(og) ? page : `${og}${colon}${page}`, 300)
}

function unique<T extends { id: number; name: unknown; eng_name?: string | null | undefined }>(list: readonly T[]) {
  return [
    ...new Map(list.map(({ id, name, eng_name }) => [id, { id, name, ...(eng_name && { eng_name }) }])).values(),
  ] as Pick<T, 'id' | 'name' | 'eng_name'>[]
}
