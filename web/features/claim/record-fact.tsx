import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input, Modal, Segmented, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { Evidence } from '#contract/claim.api.ts'
import { type FieldDefinition, isList } from '#contract/field.ts'
import { type Entity, entityNames } from '#contract/registry.ts'
import { cutText } from '#contract/text.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { detailOf } from '#web/record/record-address.ts'
import { isBlank } from '#web/ui/formatter.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { RegionPicker } from '#web/ui/picker/region-picker.tsx'
import { useRegionNames } from '#web/ui/region-name.ts'
import { useClaimValue } from './claim-value.tsx'
import { saveFact, targets } from './fact-calls.ts'
import { factMessages } from './fact-messages.ts'
import { fillable, isNumbers, listWith, readEntry, readWords } from './fact-value.ts'
import { NumberInput, type NumberItem, noNumber } from './number-input.tsx'
import { queryRecord } from './query-record.ts'
import { SourceFields, sourceChosenLast, toProvenance } from './source-fields.tsx'
import { recordValue, useStatedSchema } from './use-claims.ts'

/**
 * Text that supports a fact, with its context. Without `evidence` the draft starts from the record: `value` is then the
 * value of `field` to change, or one item of its list, and is absent when an item is added.
 */
export type FactDraft = {
  words: string
  evidence?: Evidence
  proposed?: { noun: Entity; id: number } | undefined
  field?: string
  value?: unknown
}

/** Turns selected text into a fact of a record: choose the record, the field, the value and the source. */
export default function RecordFact({ draft, onClose }: { draft: FactDraft; onClose: () => void }) {
  const { words, evidence, proposed, value: before } = draft
  const isOwn = evidence === undefined
  const isChange = !isBlank(before)
  const t = useT(factMessages)
  const locale = useLocale()
  const go = useGo()
  const [noun, setNoun] = useState<Entity>(proposed?.noun ?? 'og')
  const [id, setId] = useState<number | null>(proposed?.id ?? null)
  const [field, setField] = useState<string | null>(draft.field ?? null)
  const schema = fillable(useStatedSchema(noun))
  const about = field === null ? undefined : schema[field]
  // Fields defined by the team load a moment after the dialog opens.
  const [entered, setEntry] = useState<FactInputValue | null>(null)
  const [isShown, setIsShown] = useState<boolean | null>(null)
  const [who, setWho] = useState(sourceChosenLast)
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const show = useClaimValue(noun)
  const regions = useRegionNames()
  const { data } = useQuery({ ...queryRecord(noun, id ?? 0), enabled: id !== null })
  const record = data as (Record<string, unknown> & { rev: number }) | undefined
  const shown = (name: string) => (record ? (recordValue(record, name) ?? null) : null)
  const present = field === null ? null : shown(field)
  // A value for an empty field is shown at once. If it conflicts with the present value, the user decides.
  const takes = isShown ?? (isOwn || isBlank(present))
  const startOf = (next: FieldDefinition, had: unknown): FactInputValue => {
    const text = isOwn ? '' : words
    if (isNumbers(next)) return isBlank(had) ? noNumber(noun, next.likeness === 'contacts', text) : (had as NumberItem)
    return isBlank(had) ? readWords(next, text, Object.values(regions)) : String(had)
  }
  const entry = entered ?? (about ? startOf(about, before) : words)
  const value = about && readEntry(about, entry)
  const provenance = toProvenance(who, evidence ? [evidence] : [])
  const choose = (name: string) => {
    setField(name)
    setIsShown(null)
    const next = schema[name]
    if (next) setEntry(startOf(next, isOwn && !isList(next) ? shown(name) : undefined))
  }
  const isReady = value !== undefined && record !== undefined && provenance !== undefined
  const save = async () => {
    if (id === null || field === null || !about || !isReady) return
    setIsBusy(true)
    setFault('')
    try {
      const list = isList(about) ? ((present ?? []) as unknown[]) : null
      const all = list && (takes ? listWith(list, value, isChange ? before : undefined) : [value])
      const fact = { noun, id, rev: record.rev, field, value: all ?? value, said: provenance, isShown: takes }
      await saveFact({ ...fact, ...(takes && isChange && { renamed: [before, value] }), record })
      const action = { label: t('open'), run: () => go(detailOf(noun), { params: { id } }) }
      notify({ kind: 'success', text: t(isOwn ? 'saved' : 'recorded'), ...(!isOwn && { action }) })
      onClose()
    } catch (error) {
      setFault(errorText(error))
    }
    setIsBusy(false)
  }
  const replaced = about && isList(about) && isOwn ? (isChange ? before : null) : present
  return (
    <Modal
      open
      width={520}
      title={t(!isOwn ? 'title' : isChange ? 'changeTitle' : 'addTitle')}
      okText={t(isOwn ? 'save' : 'record')}
      cancelText={t('cancel')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="stack gap-4">
        {!isOwn && <q className="small quiet break">{cutText(words, 300)}</q>}
        {!isOwn && (
          <Labelled label={t('of')}>
            {control => (
              <div className="stack gap-2">
                <Segmented<Entity>
                  value={noun}
                  options={entityNames.map(value => ({ value, label: t(value) }))}
                  onChange={next => {
                    setNoun(next)
                    setId(null)
                    setField(null)
                    setEntry(null)
                  }}
                />
                <RecordPicker id={control} source={targets[noun]} value={id} onChange={setId} />
              </div>
            )}
          </Labelled>
        )}
        <Labelled label={t('field')}>
          {control => (
            <Select<string>
              id={control}
              showSearch={{ optionFilterProp: 'label' }}
              value={field}
              disabled={isChange}
              onChange={choose}
              options={Object.entries(schema).map(([value, { label }]) => ({ value, label: label[locale] }))}
            />
          )}
        </Labelled>
        {about && (
          <Labelled label={t('value')}>
            {control => (
              <FactInput
                control={control}
                noun={noun}
                field={about}
                entry={entry}
                onChange={setEntry}
                isWrong={value === undefined}
                onEnter={() => void save()}
              />
            )}
          </Labelled>
        )}
        {about && !isBlank(replaced) && (
          <p className="small quiet break">
            {t('present')} {show(field ?? '', replaced)}
          </p>
        )}
        {about && record && !(isOwn && isBlank(replaced)) && (
          <Checkbox checked={takes} onChange={event => setIsShown(event.target.checked)}>
            {t(isList(about) && !isChange ? 'addIt' : 'showIt')}
          </Checkbox>
        )}
        <SourceFields values={who} onChange={setWho} hasEvidence={!isOwn} />
        {fault && <Failure>{fault}</Failure>}
      </div>
    </Modal>
  )
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="stack gap-2">
      <label htmlFor={id} className="small quiet">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

/** The entered value: text, or an identifier with its scheme. */
type FactInputValue = string | NumberItem

type Props = {
  control: string
  noun: Entity
  field: FieldDefinition
  entry: FactInputValue
  onChange: (entry: FactInputValue) => void
  isWrong: boolean
  onEnter: () => void
}

/** The input for a value of a field, chosen by the field's kind. */
function FactInput({ control, noun, field, entry, onChange, isWrong, onEnter }: Props) {
  const t = useT(factMessages)
  const locale = useLocale()
  if (typeof entry !== 'string') return <NumberInput id={control} noun={noun} value={entry} onChange={onChange} />
  if (field.kind === 'region')
    return <RegionPicker id={control} value={entry || null} onChange={next => onChange(next ?? '')} />
  if (field.kind === 'choice' || field.kind === 'boolean') {
    const options =
      field.kind === 'boolean'
        ? ['true', 'false'].map(value => ({ value, label: t(value === 'true' ? 'yes' : 'no') }))
        : Object.entries(field.choices ?? {}).map(([value, word]) => ({ value, label: word[locale] }))
    return <Select<string> id={control} value={entry || null} onChange={onChange} options={options} />
  }
  return (
    <Input.TextArea
      id={control}
      value={entry}
      status={isWrong ? 'error' : ''}
      autoSize={{ minRows: 1, maxRows: 6 }}
      {...(field.kind === 'number' && { inputMode: 'decimal' as const })}
      onChange={event => onChange(event.target.value)}
      onPressEnter={event => {
        if (field.kind === 'long_text' || event.nativeEvent.isComposing) return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
