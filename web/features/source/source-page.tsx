import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Modal, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { reliabilityWords, sourceKindWords } from '#contract/entities/source.schema.ts'
import { getSourceCheck, type Source, sourceFields, sourceSchema } from '#contract/source.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { usePage } from '#web/platform/page.tsx'
import { endpointQuery, refresh, showError } from '#web/platform/query.ts'
import { recordMessages } from '#web/record/messages.ts'
import { useOwnFacts } from '#web/record/own-facts.ts'
import { RecordById } from '#web/record/record-by-id.tsx'
import type { RecordConfig } from '#web/record/record-config.ts'
import { RecordHistory, useRecordHistory } from '#web/record/record-history.tsx'
import { RecordShell } from '#web/record/record-shell.tsx'
import { isBlank } from '#web/ui/formatter.ts'
import { OutLink } from '#web/ui/out-link.tsx'
import { factNames } from '#web/ui/schema/labels.ts'
import { sourcePageMessages } from './messages.ts'
import { SourceForm } from './source.ts'
import { sourceCalls } from './source-calls.ts'
import { useSourceFormatters } from './source-formatters.tsx'

const sourceConfig: RecordConfig<Source> = {
  noun: 'source',
  calls: sourceCalls,
  nameOf: source => source.name,
  texts: sourcePageMessages,
  list: 'admin_source',
  detail: 'source_detail',
}

const pollMs = 2_000

/** Progress of the fact check after a change of a source with many facts, until it is complete. */
export function SourceCheckLine({ source }: { source: Source }) {
  const t = useT(sourcePageMessages)
  const { data } = useQuery({
    ...endpointQuery(getSourceCheck, { params: { id: source.id } }),
    refetchInterval: query => (query.state.data ? pollMs : false),
  })
  const wasAtWork = useRef(false)
  useEffect(() => {
    if (!data && wasAtWork.current) void refresh('fact_check')
    wasAtWork.current = !!data
  }, [data])
  if (!data) return null
  return (
    <div role="status" className="quiet">
      {t('checking', { done: data.done, total: data.total })}
      <Progress percent={Math.floor((100 * data.done) / Math.max(1, data.total))} size="small" />
    </div>
  )
}

export default function SourcePage() {
  const id = Number(usePage().params.id)
  return (
    <RecordById config={sourceConfig} id={id}>
      {source => <SourceRecord source={source} />}
    </RecordById>
  )
}

function SourceRecord({ source }: { source: Source }) {
  const t = useT(sourcePageMessages)
  const tRecord = useT(recordMessages)
  const locale = useLocale()
  const [isWithdrawing, setIsWithdrawing] = useState(false)
  const formatters = useSourceFormatters(source.origin_id === null ? [] : [source.origin_id])
  const own = useOwnFacts(source)
  const known = factNames(sourceSchema).filter(name => !isBlank(source[name]) && !name.startsWith('withdrawn'))
  const facts = known.map(name => ({
    label: sourceSchema[name].label[locale],
    value:
      name === 'url' ? (
        <OutLink address={String(source.url)} />
      ) : (
        formatters[name as keyof typeof formatters].show(source[name])
      ),
  }))
  const mayWrite = source.can.includes('update')
  const reinstate = () =>
    sourceCalls.reinstate(source).then(() => notifySuccess(t('reinstateDone', { name: source.name })), showError)
  return (
    <>
      <RecordShell
        config={sourceConfig}
        record={source}
        marks={
          <>
            <span>{sourceKindWords[source.kind][locale]}</span>
            <span>{reliabilityWords[source.reliability][locale]}</span>
            {source.is_demo && <span>{tRecord('demo')}</span>}
          </>
        }
        acts={{
          after:
            mayWrite &&
            (source.withdrawn_at ? (
              <Button onClick={() => void reinstate()}>{t('reinstate')}</Button>
            ) : (
              <Button onClick={() => setIsWithdrawing(true)}>{t('withdraw')}</Button>
            )),
        }}
        banner={
          <>
            {source.withdrawn_at && (
              <Alert
                type="warning"
                showIcon
                title={t('withdrawn', {
                  at: formatInstant(source.withdrawn_at),
                  reason: source.withdrawn_reason ?? '',
                })}
                className="below-5"
              />
            )}
            <SourceCheckLine source={source} />
          </>
        }
        form={close => <SourceForm source={source} onClose={close} />}
        facts={[...facts, ...own]}
        first={[
          {
            key: 'overview',
            label: tRecord('overview'),
            content: <p className={source.note ? 'pre-line' : 'quiet'}>{source.note ?? t('noNote')}</p>,
          },
        ]}
        last={[{ key: 'history', label: tRecord('history'), content: <SourceHistory source={source} /> }]}
      />
      {isWithdrawing && <Withdrawing source={source} onClose={() => setIsWithdrawing(false)} />}
    </>
  )
}

function Withdrawing({ source, onClose }: { source: Source; onClose: () => void }) {
  const t = useT(sourcePageMessages)
  const [reason, setReason] = useState('')
  const withdraw = async () => {
    try {
      await sourceCalls.withdraw(source, reason.trim())
      notifySuccess(t('withdrawDone', { name: source.name }))
      onClose()
    } catch (error) {
      showError(error)
    }
  }
  return (
    <Modal
      open
      title={t('withdrawTitle', { name: source.name })}
      okText={t('withdraw')}
      okButtonProps={{ danger: true, disabled: reason.trim() === '' }}
      cancelText={t('cancel')}
      onOk={withdraw}
      onCancel={onClose}
    >
      <p>{t('withdrawText')}</p>
      <Input.TextArea
        aria-label={t('reason')}
        placeholder={t('reason')}
        value={reason}
        maxLength={500}
        rows={3}
        onChange={event => setReason(event.target.value)}
      />
    </Modal>
  )
}

/** Mounted when its tab is first opened, so the request is sent then. */
function SourceHistory({ source }: { source: Source }) {
  const { historyQuery, entries, others } = useRecordHistory(sourceConfig, source.id)
  const changed = entries.flatMap(entry => entry.changes.filter(({ field }) => field === 'origin_id'))
  const ids = [source.origin_id, ...changed.flatMap(({ from, to }) => [from, to])]
  const formatters = { ...useSourceFormatters([...new Set(ids.filter(id => typeof id === 'number'))]), ...others }
  return (
    <RecordHistory
      config={sourceConfig}
      record={source}
      historyQuery={historyQuery}
      formatters={formatters}
      now={{ present: source, fields: sourceFields }}
    />
  )
}
