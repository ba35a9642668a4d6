// Texts that pages of a site share (ADR 0096): a sample of its pages is counted at the end of a round, and the list is in
// force from the next round on. All pages of a round are compared by one list.
import type { Ctx } from '#server/platform/ctx.ts'
import type { PageBlock } from '#server/text/extract-block.ts'
import { countedTexts, findShared, noShared, type SharedTexts } from '#server/text/shared-texts.ts'
import {
  dropInactive,
  findList,
  findRanks,
  findSampled,
  hasNewTexts,
  type SampledTexts,
  saveList,
  saveSampled,
} from './shared_text.queries.ts'

/** Pages of the sample of a site. */
const slots = 128

/** The lowest rank in each slot of a site's sample that this process knows of in a round. */
export type SiteSample = Int32Array
const samplesByDb = new WeakMap<Ctx['db'], Map<string, SiteSample>>()
const mostSamples = 1_000

export async function openSample(ctx: Ctx, ogId: number, round: number): Promise<SiteSample> {
  const samples = samplesByDb.get(ctx.db) ?? new Map<string, SiteSample>()
  samplesByDb.set(ctx.db, samples)
  const name = `${ogId} ${round}`
  const ranks = samples.has(name) ? [] : await findRanks(ctx, ogId)
  const sample = samples.get(name) ?? new Int32Array(slots).fill(0x7fffffff)
  for (const { slot, rank } of ranks) sample[slot] = Math.min(rank, sample[slot] as number)
  samples.set(name, sample)
  if (samples.size > mostSamples) samples.delete(samples.keys().next().value as string)
  return sample
}

/**
 * The counted texts of a page's new version; null if another page has its slot, so that its texts need not be hashed. Call
 * it for versions that will be written only: those after it in its slot are left out.
 */
export function sampleTexts(sample: SiteSample, urlKey: string, blocks: readonly PageBlock[]): number[] | null {
  const rank = rankOf(urlKey)
  const slot = slotOf(rank)
  if (rank > (sample[slot] as number)) return null
  const texts = countedTexts(blocks)
  if (texts.length > 0) sample[slot] = rank
  return texts
}

/** The counted texts of a page’s new version; null if another page has its slot. */
type PageTexts = { og_id: number; page_id: number; url_key: string; round: number; texts: number[] | null }

/**
 * Keeps the texts of the pages that belong to the samples of their sites. The hash of its address decides whether a page
 * belongs to it, so that a site has the same sample in whatever order it is crawled.
 */
export async function keepTexts(ctx: Ctx, pages: readonly PageTexts[]): Promise<void> {
  const rows: SampledTexts[] = []
  const best = new Map<string, SampledTexts>()
  for (const { og_id, page_id, url_key, round, texts } of pages) {
    if (texts === null) continue
    const rank = rankOf(url_key)
    const row = { og_id, slot: slotOf(rank), rank, page_id, round, hashes: texts }
    if (texts.length === 0) {
      rows.push(row)
      continue
    }
    const key = `${og_id} ${row.slot}`
    const other = best.get(key)
    if (!other || rank < other.rank) best.set(key, row)
  }
  const byPlace = (one: SampledTexts, two: SampledTexts) => one.og_id - two.og_id || one.slot - two.slot
  await saveSampled(ctx, [...rows, ...best.values()].toSorted(byPlace))
}

/** FNV-1a, with the steps that spread short differences over all bits. */
function rankOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return hash ^ (hash >>> 13)
}

const slotOf = (rank: number) => (rank >>> 0) % slots

/** At the end of a round: the list of the next one. A round that changed no page of the sample keeps the list. */
export async function countShared(ctx: Ctx, ogId: number, round: number): Promise<void> {
  const isChanged = (await dropInactive(ctx, ogId)) > 0 || (await hasNewTexts(ctx, ogId, round))
  if (!isChanged) return
  const since = round + 1
  const present = await findSharedTexts(ctx, ogId, since)
  const shared = findShared(await findSampled(ctx, ogId), present)
  const isSame = shared.length === present.length && shared.every((hash, at) => hash === present[at])
  if (!isSame) await saveList(ctx, ogId, since, shared)
}

/** The list by which the pages of a round are compared, in that round and whenever they are compared again. */
export async function findSharedTexts(ctx: Ctx, ogId: number, round: number): Promise<SharedTexts> {
  return await findList(ctx, ogId, round, false)
}

type PlacedVersion = { round: number; fetched_at: string }

/** The list by which two versions of a page are compared: that of the round of the later one. */
export async function findSharedTextsOfPair(
  ctx: Ctx,
  ogId: number,
  one: PlacedVersion | null,
  other: PlacedVersion | null,
): Promise<SharedTexts> {
  const isLater = one && (!other || Date.parse(one.fetched_at) > Date.parse(other.fetched_at))
  const later = isLater ? one : other
  return later ? await findSharedTexts(ctx, ogId, later.round) : noShared
}

/** The list for a version by itself: pages of the rounds before the first list have that one. */
export async function findSharedTextsOfVersion(ctx: Ctx, ogId: number, round: number): Promise<SharedTexts> {
  return await findList(ctx, ogId, round, true)
}
