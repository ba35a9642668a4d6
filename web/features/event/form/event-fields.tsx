import { Checkbox, Input, InputNumber, Select } from 'antd'
import { type ClipboardEvent, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { eventLevels, eventSchema } from '#contract/event.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { Field, type FieldProps } from '#web/ui/form/field.tsx'
import { useLabels } from '#web/ui/schema/labels.ts'
import { EventLevelTag } from '../event-level.tsx'
import { normaliseTime, wallTime } from '../event-time.ts'
import { eventFormMessages } from '../form-messages.ts'

/** A partial date, or a date and time in the user's time zone. */
export function EventTimeField({ placeholder, ...field }: FieldProps & { placeholder: string }) {
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <Field {...field}>
      {({ value, set, blur, control }) => (
        <Input
          {...control}
          value={draft ?? (typeof value === 'string' ? formatTime(value) : '')}
          placeholder={placeholder}
          autoComplete="off"
          onChange={event => {
            setDraft(event.target.value)
            set(normaliseTime(event.target.value))
          }}
          onBlur={() => {
            setDraft(null)
            blur()
          }}
        />
      )}
    </Field>
  )
}

/** Invalid text stays as it was typed. */
function formatTime(value: string): string {
  return /^\d{4}-\d\d-\d\dT.*Z$/.test(value) ? wallTime(value) || value : value
}

/** The option of an event without a level. */
const noLevel = 0

export function LevelField(field: FieldProps) {
  return (
    <Field {...field}>
      {({ value, set, blur, control }) => (
        <Select<number>
          {...control}
          value={typeof value === 'number' ? value : noLevel}
          options={[noLevel, ...eventLevels].map(level => ({
            value: level,
            label: <EventLevelTag level={level === noLevel ? null : level} />,
          }))}
          onChange={level => set(level === noLevel ? null : level)}
          onBlur={blur}
        />
      )}
    </Field>
  )
}

const coordinates = /^\s*(-?\d{1,2}(?:\.\d+)?)°?\s*[,，;\s]\s*(-?\d{1,3}(?:\.\d+)?)°?\s*$/

/** Latitude and longitude; a pasted pair fills both. */
export function PlaceFields() {
  const t = useT(eventFormMessages)
  const label = useLabels(eventSchema)
  const { setValue } = useFormContext()
  function paste(event: ClipboardEvent) {
    const pair = coordinates.exec(event.clipboardData.getData('text'))
    if (!pair) return
    event.preventDefault()
    setValue('lat', Number(pair[1]), { shouldDirty: true, shouldValidate: true })
    setValue('lng', Number(pair[2]), { shouldDirty: true, shouldValidate: true })
  }
  const field = (name: 'lat' | 'lng', hint?: string) => (
    <Field name={name} label={label(name)} hint={hint}>
      {({ value, set, blur, control }) => (
        <InputNumber<number>
          {...control}
          value={typeof value === 'number' ? value : null}
          onChange={set}
          onBlur={blur}
          onPaste={paste}
        />
      )}
    </Field>
  )
  return (
    <>
      {field('lat', t('placeHint'))}
      {field('lng')}
    </>
  )
}

/**
 * The captured page that supports a new event. It is sent with the event unless the user removes it; renders nothing if
 * there is none.
 */
export function EvidenceField({ version }: { version: number | null | undefined }) {
  const t = useT(eventFormMessages)
  if (!version) return null
  return (
    <Field name="page_version" label={t('evidence')} hint={t('evidenceHint')}>
      {({ value, set, control: { id, ...control } }) => (
        <Checkbox
          id={id}
          aria-describedby={control['aria-describedby']}
          checked={value === version}
          onChange={event => set(event.target.checked ? version : null)}
        >
          {t('evidenceKeep', { id: String(version) })}
        </Checkbox>
      )}
    </Field>
  )
}
