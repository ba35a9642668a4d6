import { Alert, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { type MergeEntity, mergeRecords } from '#contract/duplicate.api.ts'
import { call } from '#web/platform/api.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { errorText, refresh } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { takeBackMerge } from './acts.ts'
import { differingFields, firstChoice, type MergeValueChoice } from './merge-choice.ts'
import { MergeFields } from './merge-fields.tsx'
import { MergeNotes } from './merge-notes.tsx'
import { duplicateMessages } from './messages.ts'
import { type AnyRecord, duplicateName, useFormatters, useRecords } from './records.ts'

type Props = { noun: MergeEntity; ids: readonly number[]; onClose: () => void; onDone: () => void }

const undoLivesMs = 10_000

/**
 * Chooses the record that stays and the values that it takes, explains the effect on links and access, and merges. The
 * merge can be undone.
 */
export default function MergeDialog({ noun, ids, onClose, onDone }: Props) {
  const t = useT(duplicateMessages)
  const { records, error, refetch } = useRecords(noun, ids)
  const [targetId, setTargetId] = useState<number | null>(null)
  const [choices, setChoices] = useState<Record<string, MergeValueChoice>>({})
  const [isRunning, setIsRunning] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const formatters = useFormatters(noun, records ?? [])
  const target = records && (records.find(record => record.id === targetId) ?? bestTarget(records))
  const mayMerge = records && target && isAllowed(target, records)

  async function merge(all: AnyRecord[], kept: AnyRecord) {
    setIsRunning(true)
    setFault(null)
    const fields = Object.fromEntries(
      differingFields(noun, all).map(field => [field, choices[field] ?? firstChoice(noun, field, kept, all)]),
    )
    const sources = all.filter(record => record !== kept).map(({ id, rev }) => ({ id, rev }))
    try {
      const done = await call(mergeRecords, {
        body: { noun, target_id: kept.id, target_rev: kept.rev, sources, fields },
      })
      const text = t('merged', { count: done.sources.length, name: displayName(done.target) })
      const action = { label: t('undo'), run: () => void takeBackMerge(done, formatters) }
      notify({ kind: 'success', text, action, durationMs: undoLivesMs })
      await refresh(noun, 'duplicate', 'merge')
      onDone()
    } catch (error) {
      setFault(errorText(error))
      await refetch()
    } finally {
      setIsRunning(false)
    }
  }

  return (
    <Modal
      open
      title={t('mergeTitle', { count: ids.length })}
      width="min(1080px, calc(100vw - 32px))"
      okText={t('doMerge')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: !mayMerge }}
      confirmLoading={isRunning}
      mask={{ closable: false }}
      onOk={() => records && target && void merge(records, target)}
      onCancel={onClose}
    >
      <div className="stack gap-4">
        {fault && <Failure>{fault}</Failure>}
        {error && !fault ? <Failure>{t('gone')}</Failure> : null}
        {!error && !records && <Skeleton active title={false} paragraph={{ rows: 6 }} aria-label={t('loading')} />}
        {records && target && (
          <Loaded
            noun={noun}
            records={records}
            target={target}
            choices={choices}
            onTarget={id => {
              setTargetId(id)
              setChoices({})
            }}
            onChoose={(field, choice) => setChoices({ ...choices, [field]: choice })}
          />
        )}
        {records && !mayMerge && <Alert type="warning" showIcon title={t('mayNot')} role="alert" />}
      </div>
    </Modal>
  )
}

const isAllowed = (target: AnyRecord, records: readonly AnyRecord[]) =>
  target.can.includes('update') && records.every(record => record === target || record.can.includes('delete'))

/** The record with most data among those that can stay. */
function bestTarget(records: AnyRecord[]): AnyRecord | undefined {
  const sizeOf = (record: AnyRecord) => JSON.stringify(record).length
  const may = records.filter(record => isAllowed(record, records))
  return (may.length > 0 ? may : records).toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
}

type LoadedProps = {
  noun: MergeEntity
  records: AnyRecord[]
  target: AnyRecord
  choices: Record<string, MergeValueChoice>
  onTarget: (id: number) => void
  onChoose: (field: string, choice: MergeValueChoice) => void
}

function Loaded({ noun, records, target, choices, onTarget, onChoose }: LoadedProps) {
  const t = useT(duplicateMessages)
  const formatters = useFormatters(noun, records)
  return (
    <>
      <p className="quiet">{t('mergeIntro')}</p>
      <MergeFields
        noun={noun}
        records={records}
        target={target}
        formatters={formatters}
        fields={differingFields(noun, records)}
        choiceOf={field => choices[field] ?? firstChoice(noun, field, target, records)}
        nameOf={record => duplicateName(noun, record)}
        onTarget={onTarget}
        onChoose={onChoose}
      />
      <MergeNotes noun={noun} records={records} target={target} />
    </>
  )
}
