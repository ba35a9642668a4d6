import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import { weighNames } from '#server/features/namesake/namesake.service.ts'
import { type DictionaryMatch, openDictionary } from '#server/features/word/word.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isTransient } from '#server/platform/db/transient-fault.ts'
import { quarantine, type Retry, releaseQuarantined } from '#server/platform/jobs/quarantine.ts'
import type { TextPart } from '../reader/file-reading.ts'
import { type Findings, writeFindings } from './finding.queries.ts'
import { findOldScans, lockForScan, lockToScan } from './read.queries.ts'
import { findPartsAfter } from './text.queries.ts'

/**
 * Characters of a text that are held in memory for weighing names; names that first occur after these remain
 * `possible`.
 */
const mostWeighedChars = 4_000_000

/** Searches a text for sensitive words and names of records, with the monitor's own search. */
export async function searchParts(
  ctx: Ctx,
  parts: Iterable<TextPart> | AsyncIterable<TextPart>,
): Promise<{ version: number; findings: Findings }> {
  const dictionary = await openDictionary(ctx, 0)
  const sums = new Map<string, { count: number }>()
  const findings: Findings = { words: [], mentions: [] }
  const named: { texts: string[]; found: DictionaryMatch[][] } = { texts: [], found: [] }
  let room = mostWeighedChars
  for await (const { number, text } of parts) {
    const found = dictionary.find(text)
    if (found.some(({ kind }) => kind !== 'word') && text.length <= room) {
      named.texts.push(text)
      named.found.push(found)
      room -= text.length
    }
    for (const { kind, id, start, end } of found) {
      const known = sums.get(`${kind} ${id}`)
      if (known) {
        known.count += 1
        continue
      }
      const sum = { id, count: 1, part: number }
      sums.set(`${kind} ${id}`, sum)
      if (kind === 'word') findings.words.push(sum)
      else {
        const name = text.slice(start, end)
        findings.mentions.push(Object.assign(sum, { noun: kind, name, certainty: 'possible' as const, evidence: null }))
      }
    }
    // Yields between parts of a long text, so that the worker's other jobs can run.
    await setImmediate()
  }
  const weighed = await weighNames(ctx, named)
  for (const mention of findings.mentions) {
    const of = weighed.get(`${mention.noun} ${mention.id}`)
    if (of) Object.assign(mention, { certainty: of.certainty, evidence: of.evidence })
  }
  return { version: dictionary.version, findings }
}

const portion = 50

const uploadKey = (id: number) => `upload:${id}`

/**
 * Searches a batch of texts again that were searched with an older dictionary; false if none is left. A text that fails
 * is quarantined.
 */
export async function rescanPortion(ctx: Ctx): Promise<boolean> {
  const dictionary = await openDictionary(ctx, 0)
  const ids = await findOldScans(ctx, dictionary.version, portion)
  let done = 0
  for (const id of ids)
    try {
      if (await rescan(ctx, id, dictionary.version)) done += 1
    } catch (error) {
      if (isTransient(error)) throw error
      await inTransaction(ctx, async ctx => {
        await quarantine(ctx, 'rescan', { key: uploadKey(id), detail: { upload_id: id }, error })
      })
      done += 1
    }
  return done > 0
}

function rescan(ctx: Ctx, id: number, dictionary: number): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    if (!(await lockForScan(ctx, id, dictionary))) return false
    await searchAgain(ctx, id)
    await releaseQuarantined(ctx, 'rescan', [uploadKey(id)])
    return true
  })
}

async function searchAgain(ctx: Ctx, id: number): Promise<void> {
  const { version, findings } = await searchParts(ctx, textPartsOf(ctx, id))
  await writeFindings(ctx, id, version, findings)
}

const Detail = z.object({ upload_id: z.int() })

/** Searches the quarantined text again; does nothing if the upload was deleted. */
export const retryUploadRescan: Retry = async (ctx, { detail }) => {
  const { upload_id } = Detail.parse(detail)
  if (await lockToScan(ctx, upload_id)) await searchAgain(ctx, upload_id)
  return undefined
}

/** The stored text of an upload from the part numbered `from` on, a few parts at a time. */
export async function* textPartsOf(ctx: Ctx, id: number, from = 0): AsyncGenerator<TextPart> {
  for (let number = from - 1; ; ) {
    const parts = await findPartsAfter(ctx, id, number, 20)
    yield* parts
    const last = parts.at(-1)
    if (!last) return
    number = last.number
  }
}

/**
 * Texts of the parts from number `part` on, at least one and up to about `most` characters. The caller has checked
 * that the upload may be read.
 */
export async function readTextFrom(ctx: Ctx, id: number, part: number, most: number): Promise<string[]> {
  const texts: string[] = []
  let chars = 0
  for await (const { text } of textPartsOf(ctx, id, part)) {
    texts.push(text)
    chars += text.length
    if (chars >= most) break
  }
  return texts
}
