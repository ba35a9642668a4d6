import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input, Modal, Segmented, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import * as z from 'zod/mini'
import { isList } from '#contract/card.ts'
import type { Evidence } from '#contract/claim.ts'
import { type CardNoun, cardNouns } from '#contract/noun.ts'
import { cutText } from '#contract/text.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { ask, errorText } from '#web/platform/query.ts'
import { detailOf } from '#web/record/place.ts'
import { isBlank } from '#web/ui/look.ts'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { RegionPicker } from '#web/ui/picker/region-picker.tsx'
import { useRegionNames } from '#web/ui/region-name.ts'
import { useClaimValue } from './claim-value.tsx'
import { recordsOf, saveFact, targets } from './fact-calls.ts'
import { factMessages } from './fact-messages.ts'
import { fillable, readWords } from './fact-value.ts'
import { SourceFields, saidOf, sourceChosenLast } from './source-fields.tsx'

/**
 * Words that say something of a record, and what they stand in. Without `evidence` it begins at the record itself: `words`
 * are then the value of `field`, if one is changed.
 */
export type FactDraft = {
  words: string
  evidence?: Evidence
  proposed?: { noun: CardNoun; id: number } | undefined
  field?: string
}

/** From words that somebody selected to a fact of a record: which record, which field, what value, who says so. */
export default function RecordFact({ draft, onClose }: { draft: FactDraft; onClose: () => void }) {
  const { words, evidence, proposed } = draft
  const isOwn = evidence === undefined
  const t = useT(factMessages)
  const locale = useLocale()
  const go = useGo()
  const [noun, setNoun] = useState<CardNoun>(proposed?.noun ?? 'og')
  const [id, setId] = useState<number | null>(proposed?.id ?? null)
  const [field, setField] = useState<string | null>(draft.field ?? null)
  const [text, setText] = useState(words)
  const [isShown, setIsShown] = useState<boolean | null>(null)
  const [who, setWho] = useState(sourceChosenLast)
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const show = useClaimValue(noun)
  const regions = useRegionNames()
  const { data } = useQuery({ ...ask(recordsOf[noun], { params: { id: id ?? 0 } } as never), enabled: id !== null })
  const record = data as (Record<string, unknown> & { rev: number }) | undefined
  const about = field === null ? undefined : fillable(noun)[field]
  const present = field === null ? null : (record?.[field] ?? null)
  // What fills an empty place is shown; what says otherwise is decided by a person.
  const takes = isShown ?? (isOwn || isBlank(present))
  const read = about && z.safeParse(about.write as z.ZodMiniType, isList(about) ? [text] : text)
  const said = saidOf(who, evidence ? [evidence] : [])
  const choose = (name: string) => {
    setField(name)
    setIsShown(null)
    const next = fillable(noun)[name]
    if (!next) return
    const had = isOwn && !isList(next) ? record?.[name] : undefined
    setText(isBlank(had) ? readWords(next, isOwn ? '' : words, Object.values(regions)) : String(had))
  }
  const save = async () => {
    if (id === null || field === null || !about || !read?.success || !record || !said) return
    setIsBusy(true)
    setFault('')
    try {
      const value = isList(about) && takes ? [...((present ?? []) as unknown[]), text] : read.data
      await saveFact({ noun, id, rev: record.rev, field, value, said, isShown: takes })
      const action = { label: t('open'), run: () => go(detailOf(noun), { params: { id } }) }
      notify({ kind: 'success', text: t(isOwn ? 'saved' : 'recorded'), ...(!isOwn && { action }) })
      onClose()
    } catch (error) {
      setFault(errorText(error))
    }
    setIsBusy(false)
  }
  return (
    <Modal
      open
      width={520}
      title={t(!isOwn ? 'title' : draft.field ? 'changeTitle' : 'addTitle')}
      okText={t(isOwn ? 'save' : 'record')}
      cancelText={t('cancel')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !read?.success || !record || !said }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="stack gap-4">
        {!isOwn && <q className="small quiet break">{cutText(words, 300)}</q>}
        {!isOwn && (
          <Labelled label={t('of')}>
            {control => (
              <div className="stack gap-2">
                <Segmented<CardNoun>
                  value={noun}
                  options={cardNouns.map(value => ({ value, label: t(value) }))}
                  onChange={next => {
                    setNoun(next)
                    setId(null)
                    setField(null)
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
              onChange={choose}
              options={Object.entries(fillable(noun)).map(([value, { label }]) => ({ value, label: label[locale] }))}
            />
          )}
        </Labelled>
        {about && (
          <Labelled label={t('value')}>
            {control =>
              about.kind === 'region' ? (
                <RegionPicker id={control} value={text || null} onChange={next => setText(next ?? '')} />
              ) : about.kind === 'choice' ? (
                <Select<string>
                  id={control}
                  value={text || null}
                  onChange={setText}
                  options={Object.entries(about.choices ?? {}).map(([value, word]) => ({ value, label: word[locale] }))}
                />
              ) : (
                <Input.TextArea
                  id={control}
                  value={text}
                  status={read?.success ? '' : 'error'}
                  autoSize={{ minRows: 1, maxRows: 6 }}
                  onChange={event => setText(event.target.value)}
                  onPressEnter={event => {
                    if (about.kind === 'long_text' || event.nativeEvent.isComposing) return
                    event.preventDefault()
                    void save()
                  }}
                />
              )
            }
          </Labelled>
        )}
        {about && !isBlank(present) && (
          <p className="small quiet break">
            {t('present')} {show(field ?? '', present)}
          </p>
        )}
        {about && record && !(isOwn && isBlank(present)) && (
          <Checkbox checked={takes} onChange={event => setIsShown(event.target.checked)}>
            {t(isList(about) ? 'addIt' : 'showIt')}
          </Checkbox>
        )}
        <SourceFields values={who} onChange={setWho} hasEvidence={!isOwn} />
        {fault && (
          <p role="alert" className="small danger">
            {fault}
          </p>
        )}
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
