import { listDiffs } from '#contract/diff.api.ts'
import { listEvents } from '#contract/event.api.ts'
import type { Role } from '#contract/role.ts'
import { cutText } from '#contract/text.ts'
import { listUploads } from '#contract/upload.api.ts'
import { call } from '#web/platform/api.ts'
import { type EvidenceAttrs, newKey } from '../body/body-types.ts'

export type EvidenceEntity = 'diff' | 'upload' | 'event'

/** Only administrators can read differences. */
export const evidenceEntitiesFor = (role: Role | null): EvidenceEntity[] =>
  role === 'admin' ? ['diff', 'upload', 'event'] : ['upload', 'event']

/** Records that a quotation can cite, prefilled from their data. */
export async function findEvidence(
  noun: EvidenceEntity,
  keyword: string,
  signal: AbortSignal,
): Promise<EvidenceAttrs[]> {
  const query = { pageSize: 20, ...(keyword && { keyword }) }
  if (noun === 'diff') {
    const { items } = await call(listDiffs, { query }, { signal })
    return items.map(diff => ({
      key: newKey(),
      noun,
      id: diff.id,
      quote: diff.excerpt ?? '',
      title: diff.page.title || diff.page.url,
      url: diff.page.url,
      at: diff.created_at,
    }))
  }
  if (noun === 'upload') {
    const { items } = await call(listUploads, { query }, { signal })
    return items.map(({ id, title, created_at }) => ({
      key: newKey(),
      noun,
      id,
      quote: '',
      title,
      url: null,
      at: created_at,
    }))
  }
  const { items } = await call(listEvents, { query }, { signal })
  return items.map(({ id, title, desc, source_url, start_time }) => ({
    key: newKey(),
    noun,
    id,
    quote: cutText(desc ?? '', 5_000),
    title,
    url: source_url,
    at: start_time,
  }))
}
