import { lazy } from 'react'
import type { HistoryEntry } from '#contract/history.ts'
import type { Og } from '#contract/og.api.ts'
import { translate, useT } from '#web/platform/i18n.ts'
import { registerFormatter, registerTab, type TabProps } from '#web/record/parts.tsx'
import type { FieldFormatter } from '#web/ui/formatter.ts'
import { lazySource } from '#web/ui/picker/record-source.ts'
import { useChosenItems } from '#web/ui/picker/use-record-items.ts'
import { spanText } from '#web/ui/span.ts'
import { membershipTabMessages } from './tab-messages.ts'

// The layout loads this formatter. The person's own code loads when a history contains members.
const personSource = lazySource('person', async () => (await import('#web/features/person/person.ts')).personSource)
const ogSource = lazySource('og', async () => (await import('#web/features/og/og.ts')).ogSource)

type Member = {
  person_id: number
  role: string | null
  start_time: string | null
  end_time: string | null
  area?: string
  term?: string
  on_behalf_of?: number
}

const isMember = (value: unknown): value is Member =>
  typeof value === 'object' && value !== null && 'person_id' in value && typeof value.person_id === 'number'

const membersOf = (value: unknown): Member[] => (Array.isArray(value) ? value.filter(isMember) : [])

/** Formats changes of members in the history of an organisation. */
function useMemberFormatter(entries: readonly HistoryEntry[]): FieldFormatter {
  const t = useT(membershipTabMessages)
  const changes = entries.flatMap(entry => entry.changes).filter(({ field }) => field === 'persons')
  const ids = changes.flatMap(({ from, to }) => [...membersOf(from), ...membersOf(to)]).map(member => member.person_id)
  const persons = useChosenItems(personSource, [...new Set(ids)])
  const parties = changes
    .flatMap(({ from, to }) => [...membersOf(from), ...membersOf(to)])
    .map(each => each.on_behalf_of)
  const ogs = useChosenItems(ogSource, [...new Set(parties.filter(id => id !== undefined))])
  const partyText = (id: number | undefined) => id && t('for', { name: ogs?.get(id)?.label ?? `#${id}` })
  const text = ({ person_id, role, start_time, end_time, area, term, on_behalf_of }: Member) =>
    [
      persons?.get(person_id)?.label ?? `#${person_id}`,
      role,
      partyText(on_behalf_of),
      area,
      term,
      spanText(start_time, end_time),
    ]
      .filter(part => part)
      .join(' · ')
  return { label: t('persons'), show: value => membersOf(value).map(text).join('\n') }
}

const MemberList = lazy(async () => ({ default: (await import('./member-list.tsx')).MemberList }))

registerTab({
  key: 'persons',
  nouns: ['og'],
  order: 10,
  label: () => translate(membershipTabMessages)('persons'),
  count: 'persons',
  Content: ({ record }: TabProps<'og', Og>) => <MemberList og={record} />,
})
registerFormatter({ nouns: ['og'], field: 'persons', useLook: useMemberFormatter })
