import * as z from 'zod/mini'
import { getDiff } from '#contract/diff.api.ts'
import { getEvent } from '#contract/event.api.ts'
import { getOg } from '#contract/og.api.ts'
import { getPageVersion } from '#contract/page.api.ts'
import { getPerson } from '#contract/person.api.ts'
import { listUploadParts } from '#contract/upload-text.api.ts'
import { Id } from '#contract/wire.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { EvidenceText } from './guard/guard.ts'
import type { ToolRun } from './tool.ts'

const Part = z.int().check(z.minimum(1), z.maximum(100_000))

/** Evidence of one sentence of a draft. */
export const DraftEvidence = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('page_version'), id: Id, page_id: Id }),
  z.strictObject({ type: z.literal('upload'), id: Id, part: z._default(Part, 1) }),
  z.strictObject({ type: z.literal('diff'), id: Id }),
  z.strictObject({ type: z.literal('event'), id: Id }),
  z.strictObject({ type: z.literal('og'), id: Id }),
  z.strictObject({ type: z.literal('person'), id: Id }),
])
export type DraftEvidence = z.output<typeof DraftEvidence>

/** A piece of evidence with its passages, its title and its address, as the token's user may read it. */
export type ReadEvidence = { passages: EvidenceText; title: string | null; url: string | null; at: string | null }

const missing: ReadEvidence = { passages: null, title: null, url: null, at: null }

/** Evidence that its reader may not open is like evidence that does not exist. */
export async function readEvidence(run: ToolRun, evidence: DraftEvidence): Promise<ReadEvidence> {
  try {
    return await passagesOf(run, evidence)
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'forbidden')) return missing
    throw error
  }
}

async function passagesOf({ ctx, call }: ToolRun, evidence: DraftEvidence): Promise<ReadEvidence> {
  const params = { id: String(evidence.id) }
  switch (evidence.type) {
    case 'page_version': {
      const at = { id: String(evidence.page_id), version_id: String(evidence.id) }
      const { version, blocks } = await call(ctx, getPageVersion, { params: at })
      const { title, final_url: url, fetched_at } = version
      return { passages: blocks.map(block => block.text), title, url, at: fetched_at }
    }
    case 'upload': {
      const { items } = await call(ctx, listUploadParts, { params, query: { current: evidence.part, pageSize: 1 } })
      return { ...missing, passages: items.flatMap(({ text }) => text.split(/\n+/)) }
    }
    case 'diff': {
      const { diff, comparison } = await call(ctx, getDiff, { params, query: { around: 10 } })
      const passages = comparison.rows.flatMap(({ after }) => (after ? [after.text] : []))
      return { passages, title: diff.page.title, url: diff.page.url, at: diff.created_at }
    }
    case 'event': {
      const { title, desc, start_time, address } = await call(ctx, getEvent, { params })
      return { ...missing, passages: textsOf([title, desc, start_time, address]), title }
    }
    case 'og': {
      const og = await call(ctx, getOg, { params })
      return { ...missing, passages: textsOf(Object.values(og)), title: og.name }
    }
    default: {
      const person = await call(ctx, getPerson, { params })
      return { ...missing, passages: textsOf(Object.values(person)), title: person.name }
    }
  }
}

/** The texts of a record; pictures are no texts. */
const textsOf = (values: readonly unknown[]): string[] =>
  values.flatMap(value => (typeof value === 'string' && !value.startsWith('data:') ? value.split(/\n+/) : []))
