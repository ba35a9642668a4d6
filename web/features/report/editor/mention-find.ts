import { listEvents } from '#contract/event.api.ts'
import { listOgs } from '#contract/og.api.ts'
import { listPages } from '#contract/page.api.ts'
import { listPersons } from '#contract/person.api.ts'
import { listReports } from '#contract/report.api.ts'
import type { Role } from '#contract/role.ts'
import { listUploads } from '#contract/upload.api.ts'
import { timeText } from '#web/features/event/event.ts'
import { call } from '#web/platform/api.ts'
import type { MentionAttrs } from '../body/body-types.ts'

export type MentionOption = { noun: MentionAttrs['noun']; id: number; label: string; hint?: string | undefined }

const each = 5

/**
 * Finds records by name in every entity that the user's role can list; a failure of one entity does not affect the
 * others.
 */
export async function findMentionCandidates(
  keyword: string,
  role: Role | null,
  signal: AbortSignal,
): Promise<MentionOption[]> {
  const query = { pageSize: each, ...(keyword && { keyword }) }
  const requests: Promise<MentionOption[]>[] = [
    call(listOgs, { query }, { signal }).then(({ items }) =>
      items.map(({ id, name, host }) => ({ noun: 'og', id, label: name, hint: host ?? undefined })),
    ),
    call(listPersons, { query }, { signal }).then(({ items }) =>
      items.map(({ id, name, position }) => ({ noun: 'person', id, label: name, hint: position ?? undefined })),
    ),
    call(listEvents, { query }, { signal }).then(({ items }) =>
      items.map(event => ({ noun: 'event', id: event.id, label: event.title, hint: timeText(event) })),
    ),
    call(listReports, { query }, { signal }).then(({ items }) =>
      items.map(({ id, title, number }) => ({ noun: 'report', id, label: title, hint: number })),
    ),
    call(listUploads, { query }, { signal }).then(({ items }) =>
      items.map(({ id, title, file_name }) => ({ noun: 'upload', id, label: title, hint: file_name })),
    ),
  ]
  if (role === 'admin')
    requests.push(
      call(listPages, { query }, { signal }).then(({ items }) =>
        items.map(({ id, title, url }) => ({ noun: 'page', id, label: title || url, hint: url })),
      ),
    )
  const settled = await Promise.allSettled(requests)
  signal.throwIfAborted()
  if (settled.every(({ status }) => status === 'rejected')) throw new Error('all searches failed')
  const found = settled.flatMap(result => (result.status === 'fulfilled' ? result.value : []))
  // An exact match is first; otherwise entities keep their order.
  return found.sort((a, b) => Number(b.label === keyword) - Number(a.label === keyword))
}
