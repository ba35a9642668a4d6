import { Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { type ControlProps, Field } from '#web/ui/form/field.tsx'
import { siteMessages } from './messages.ts'
import { clockOf, readSchedule, type SchedulePreset, writeSchedule } from './schedule.ts'
import { useDayNames } from './schedule-words.ts'
import css from './site.module.css'

type ScheduleKind = SchedulePreset['kind'] | 'custom'

const presetHours = 6
const presetClock = { hour: 6, minute: 0 }

/** The nearest schedule of another kind, at the same time of day. */
function changeScheduleKind(kind: Exclude<ScheduleKind, 'custom'>, from: SchedulePreset | null): SchedulePreset {
  const minute = from?.minute ?? presetClock.minute
  const hour = from && 'hour' in from ? from.hour : presetClock.hour
  if (kind === 'hourly') return { kind, minute }
  if (kind === 'hours') return { kind, every: presetHours, minute }
  return kind === 'daily' ? { kind, hour, minute } : { kind, days: [1], hour, minute }
}

/** The schedule as presets with their time, or as a cron expression. */
export function ScheduleField() {
  const t = useT(siteMessages)
  return (
    <Field name="cron" label={t('kind')} isWide>
      {({ value, set, blur, control }) => (
        <ScheduleInput cron={typeof value === 'string' ? value : ''} set={set} blur={blur} control={control} />
      )}
    </Field>
  )
}

type Props = { cron: string; set: (cron: string) => void; blur: () => void; control: ControlProps }

function ScheduleInput({ cron, set, blur, control }: Props) {
  const t = useT(siteMessages)
  const schedule = readSchedule(cron)
  const [isCustom, setIsCustom] = useState(schedule === null)
  const kind: ScheduleKind = isCustom || !schedule ? 'custom' : schedule.kind
  const change = (next: SchedulePreset) => set(writeSchedule(next))
  const every = schedule?.kind === 'hours' && schedule.every !== presetHours ? schedule.every : presetHours
  return (
    <div className={css.schedule}>
      <Select<ScheduleKind>
        {...control}
        value={kind}
        options={[
          { value: 'hourly', label: t('kindHourly') },
          {
            value: 'hours',
            label: every === presetHours ? t('kindHours') : t('hours', { every: String(every), minute: '0' }),
          },
          { value: 'daily', label: t('kindDaily') },
          { value: 'weekly', label: t('kindWeekly') },
          { value: 'custom', label: t('kindCustom') },
        ]}
        onChange={next => {
          setIsCustom(next === 'custom')
          if (next !== 'custom') change(changeScheduleKind(next, schedule))
        }}
        onBlur={blur}
      />
      {kind === 'custom' ? (
        <Input
          className={css.cron}
          value={cron}
          aria-label={t('cronHint')}
          placeholder="0 6 * * *"
          title={t('cronHint')}
          status={control.status}
          onChange={event => set(event.target.value)}
          onBlur={blur}
        />
      ) : (
        schedule && <Times schedule={schedule} change={change} />
      )}
    </div>
  )
}

function Times({ schedule, change }: { schedule: SchedulePreset; change: (next: SchedulePreset) => void }) {
  const t = useT(siteMessages)
  const names = useDayNames()
  if (schedule.kind === 'hourly' || schedule.kind === 'hours') return null
  return (
    <>
      <Input
        className={css.clock}
        type="time"
        aria-label={t('at')}
        value={clockOf(schedule)}
        onChange={event => {
          const [hour, minute] = event.target.value.split(':').map(Number)
          if (hour !== undefined && minute !== undefined) change({ ...schedule, hour, minute })
        }}
      />
      {schedule.kind === 'weekly' && (
        <Checkbox.Group
          role="group"
          aria-label={t('days')}
          value={schedule.days}
          options={[1, 2, 3, 4, 5, 6, 0].map(day => ({ value: day, label: names[day] }))}
          // The last day cannot be removed: a week without days is no schedule.
          onChange={days => days.length > 0 && change({ ...schedule, days: days.toSorted((a, b) => a - b) })}
        />
      )}
    </>
  )
}
