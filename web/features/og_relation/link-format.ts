import type { HistoryEntry } from '#contract/history.ts'
import type { OgRelationType } from '#contract/og_relation.api.ts'
import { shareText } from '#contract/share.ts'
import { useT } from '#web/platform/i18n.ts'
import type { FieldFormatter } from '#web/ui/formatter.ts'
import { lazySource } from '#web/ui/picker/record-source.ts'
import { useChosenItems } from '#web/ui/picker/use-record-items.ts'
import { spanText } from '#web/ui/span.ts'
import { ownershipTabMessages } from './tab-messages.ts'
import { linkedMessages, linkingMessages } from './type-names.ts'

// The layout loads this formatter. The entities' own code loads when a history contains links.
const sources = {
  og_relations: lazySource('og', async () => (await import('#web/features/og/og.ts')).ogSource),
  person_relations: lazySource('person', async () => (await import('#web/features/person/person.ts')).personSource),
}

type LinkChange = {
  og_id?: number
  person_id?: number
  is_from?: boolean
  type: OgRelationType
  share_min: number | null
  share_max: number | null
  start_time: string | null
  end_time: string | null
}

const isLinkChange = (value: unknown): value is LinkChange =>
  typeof value === 'object' && value !== null && 'type' in value
const linksOf = (value: unknown): LinkChange[] => (Array.isArray(value) ? value.filter(isLinkChange) : [])
const idOf = ({ og_id, person_id }: LinkChange) => og_id ?? person_id ?? 0

/** Formats added, changed and removed links in a history. */
export function useLinkFormatter(field: keyof typeof sources, entries: readonly HistoryEntry[]): FieldFormatter {
  const t = useT(ownershipTabMessages)
  const linked = useT(linkedMessages)
  const linking = useT(linkingMessages)
  const changes = entries.flatMap(entry => entry.changes).filter(change => change.field === field)
  const ids = changes.flatMap(({ from, to }) => [...linksOf(from), ...linksOf(to)]).map(idOf)
  const items = useChosenItems(sources[field], [...new Set(ids)])
  const text = (link: LinkChange) => {
    const { share_min: min, share_max: max, start_time, end_time, is_from = false, type } = link
    const share = min !== null && max !== null ? shareText({ min, max }) : null
    const name = items?.get(idOf(link))?.label ?? `#${idOf(link)}`
    const what = is_from ? linked(type) : linking(type)
    return [name, what, share, spanText(start_time, end_time)].filter(part => part).join(' · ')
  }
  return { label: t('ownership'), show: value => linksOf(value).map(text).join('\n') }
}
