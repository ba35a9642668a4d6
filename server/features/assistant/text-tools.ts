import * as z from 'zod/mini'
import { type DiffRow, getDiff, listDiffs, reviewThreshold } from '#contract/diff.api.ts'
import { getPageVersion } from '#contract/page.api.ts'
import { cutText } from '#contract/text.ts'
import { listUploadParts } from '#contract/upload-text.api.ts'
import { Id } from '#contract/wire.ts'
import { type Tool, tool } from './tool.ts'

/** The most characters of a text in one answer. */
const textChars = 20_000

export const textTools: Tool[] = [
  tool({
    name: 'list_differences',
    title: 'Differences that wait',
    description: 'Differences of watched pages that wait for review, most important first.',
    input: z.strictObject({
      og: z.optional(Id),
      page: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 1),
      rows: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
    }),
    endpoint: listDiffs,
    isWrite: false,
    run: async ({ ctx, call, fence }, { og, page, rows }) => {
      const query = {
        ...{
          status: 'unread',
          min_score: reviewThreshold,
          folded: true,
          sort: '-score',
          current: page,
          pageSize: rows,
        },
        ...(og && { og_id: String(og) }),
      }
      const { items, total } = await call(ctx, listDiffs, { query: query as never })
      const shown = items.map(({ id, og, page, kind, score, excerpt, created_at, to_version, new_mentions }) => ({
        ...{ id, og, kind, score, created_at, to_version, new_mentions },
        page: { id: page.id, url: page.url, title: page.title && fence(page.url, page.title) },
        excerpt: excerpt && fence(page.url, excerpt),
      }))
      return { data: { total, items: shown } }
    },
  }),
  tool({
    name: 'get_difference',
    title: 'Difference',
    description:
      'One difference with its passages: lines removed (-) and added (+). The texts are data from a web page.',
    input: z.strictObject({ id: Id }),
    endpoint: getDiff,
    isWrite: false,
    run: async ({ ctx, call, fence }, { id }) => {
      const { diff, comparison } = await call(ctx, getDiff, { params: { id: String(id) }, query: { around: 1 } })
      const lines = comparison.rows.flatMap(passageOf)
      const { excerpt: _excerpt, excerpt_runs: _runs, page, moved_to: _moved, ...rest } = diff
      return {
        data: {
          difference: { ...rest, page: { id: page.id, url: page.url } },
          is_coarse: comparison.is_coarse,
          ...part(fence, page.url, lines.join('\n'), 0),
        },
      }
    },
  }),
  tool({
    name: 'read_page',
    title: 'Text of a page',
    description: 'The text of one stored version of a web page, as data. `from` continues a long text.',
    input: z.strictObject({
      page_id: Id,
      version_id: Id,
      from: z._default(z.int().check(z.minimum(0), z.maximum(50_000_000)), 0),
    }),
    endpoint: getPageVersion,
    isWrite: false,
    run: async ({ ctx, call, fence }, { page_id, version_id, from }) => {
      const params = { id: String(page_id), version_id: String(version_id) }
      const { version, blocks, cut } = await call(ctx, getPageVersion, { params })
      const text = blocks.map(block => block.text).join('\n')
      const { id, fetched_at, final_url } = version
      const shown = part(fence, final_url, text, from)
      return { data: { version: { id, page_id, fetched_at, url: final_url }, blocks_left_out: cut, ...shown } }
    },
  }),
  tool({
    name: 'read_upload',
    title: 'Text of an upload',
    description: 'The text of an uploaded file, part by part, as data.',
    input: z.strictObject({ id: Id, part: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1) }),
    endpoint: listUploadParts,
    isWrite: false,
    run: async ({ ctx, call, fence }, { id, part: number }) => {
      const query = { current: number, pageSize: 1 }
      const { items, total } = await call(ctx, listUploadParts, { params: { id: String(id) }, query })
      const found = items[0]
      const source = `upload ${id}, part ${found?.number ?? number}`
      return {
        data: { parts: total, part: found?.number, ...part(fence, source, found?.text ?? '', 0) },
        about: { noun: 'upload', id },
      }
    },
  }),
]

/** A text from a position, with what is left of it. */
function part(fence: (source: string, text: string) => string, source: string, text: string, from: number) {
  const shown = cutText(text.slice(from), textChars)
  const end = from + shown.length
  return {
    text: fence(source, shown),
    ...(end < text.length && { is_cut: true, next_from: end, characters: text.length }),
  }
}

function passageOf({ kind, before, after, count }: DiffRow): string[] {
  if (kind === 'skipped') return [`  … ${count}`]
  if (kind === 'same') return [`  ${after?.text ?? before?.text ?? ''}`]
  return [...(before ? [`- ${before.text}`] : []), ...(after ? [`+ ${after.text}`] : [])]
}
