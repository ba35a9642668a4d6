import { AutoComplete, Checkbox, Radio } from 'antd'
import { type EventStatus, eventLevels, eventStatuses } from '#contract/event.api.ts'
import { useT } from '#web/platform/i18n.ts'
import type { BulkFormProps } from '#web/ui/list/list-config.ts'
import { useEventFacets } from './event-calls.ts'
import { EventLevelTag } from './event-level.tsx'
import { eventStatusMessages } from './level-messages.ts'
import { eventListMessages } from './messages.ts'

export function StatusForm({ value, onChange }: BulkFormProps<{ status?: EventStatus }>) {
  const t = useT(eventListMessages)
  const word = useT(eventStatusMessages)
  return (
    <Radio.Group
      vertical
      aria-label={t('status')}
      value={value?.status}
      options={eventStatuses.map(status => ({ value: status, label: word(status) }))}
      onChange={event => onChange({ status: event.target.value as EventStatus })}
    />
  )
}

/** The option that clears the level. */
const noLevel = 0

export function LevelForm({ value, onChange }: BulkFormProps<{ level?: number | null }>) {
  const t = useT(eventListMessages)
  return (
    <Radio.Group
      vertical
      aria-label={t('level')}
      value={value?.level === null ? noLevel : value?.level}
      options={[...eventLevels, noLevel].map(level => ({
        value: level,
        label: <EventLevelTag level={level === noLevel ? null : level} />,
      }))}
      onChange={event => onChange({ level: event.target.value === noLevel ? null : Number(event.target.value) })}
    />
  )
}

export function CategoryForm({ value, onChange }: BulkFormProps<{ category?: string | null }>) {
  const t = useT(eventListMessages)
  const { data } = useEventFacets()
  const isNone = value !== null && value.category === null
  return (
    <div className="stack gap-3">
      <AutoComplete<string>
        aria-label={t('category')}
        disabled={isNone}
        value={value?.category ?? ''}
        options={data?.categories.map(({ value: name }) => ({ value: name })) ?? []}
        onChange={category => onChange(category ? { category } : null)}
      />
      <Checkbox checked={isNone} onChange={event => onChange(event.target.checked ? { category: null } : null)}>
        {t('noCategory')}
      </Checkbox>
    </div>
  )
}
