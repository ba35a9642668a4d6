import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import type { DraftedEntity } from '#contract/assistant.api.ts'
import { type Diff, listDiffs } from '#contract/diff.api.ts'
import { draftByModel, draftEvidenceAtMost, type ModelState } from '#contract/model.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify, notifySuccess } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { endpointQuery, errorText, refresh } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { modelMessages } from './messages.ts'
import css from './model.module.css'

type Props = { diff: Diff; model: ModelState; onClose: () => void }

/** The choice of the evidence, and of what is drafted from it. */
export default function DraftDialog({ diff, model, onClose }: Props) {
  const t = useT(modelMessages)
  const go = useGo()
  const [others, setOthers] = useState<number[]>([])
  const [busy, setBusy] = useState<DraftedEntity>()
  const [failure, setFailure] = useState<string>()
  const query = { og_id: [String(diff.og.id)], sort: '-created_at', pageSize: 20 } as const
  const recent = useQuery({ ...endpointQuery(listDiffs, { query }), staleTime: 60_000 })
  const offered = (recent.data?.items ?? []).filter(each => each.id !== diff.id)

  async function draft(noun: DraftedEntity) {
    setBusy(noun)
    setFailure(undefined)
    try {
      const evidence = [diff.id, ...others].map(id => ({ type: 'diff' as const, id }))
      const { id, title, struck } = await call(draftByModel, { body: { noun, evidence } }, { isBackground: true })
      if (struck > 0) notify({ kind: 'info', text: t('draftedStruck', { title, count: struck }) })
      else notifySuccess(t('drafted', { title }))
      void refresh(noun)
      onClose()
      if (noun === 'event') go('event_detail', { params: { id } })
      else go('report_detail', { params: { id } })
    } catch (error) {
      setFailure(errorText(error))
      setBusy(undefined)
    }
  }
  return (
    <Modal
      open
      title={t('draftTitle')}
      mask={{ closable: busy === undefined }}
      onCancel={onClose}
      footer={[
        <Button
          key="report"
          loading={busy === 'report'}
          disabled={busy === 'event'}
          onClick={() => void draft('report')}
        >
          {t('draftReport')}
        </Button>,
        <Button
          key="event"
          type="primary"
          loading={busy === 'event'}
          disabled={busy === 'report'}
          onClick={() => void draft('event')}
        >
          {t('draftEvent')}
        </Button>,
      ]}
    >
      <div className="stack gap-4">
        <p className="faint">{t('draftText', { name: model.name ?? '', host: model.host ?? '' })}</p>
        <Checkbox checked disabled>
          {t('thisDiff')}
        </Checkbox>
        <h3>{t('otherDiffs')}</h3>
        {recent.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
        {recent.error && <Failure onRetry={() => void recent.refetch()}>{errorText(recent.error)}</Failure>}
        {recent.data && offered.length === 0 && <p className="small faint">{t('noOthers')}</p>}
        <Checkbox.Group
          className={css.evidence}
          aria-label={t('otherDiffs')}
          value={others}
          options={offered.map(each => ({
            value: each.id,
            label: lineOf(each),
            disabled: others.length >= draftEvidenceAtMost - 1 && !others.includes(each.id),
          }))}
          onChange={setOthers}
        />
        {failure !== undefined && <Failure>{failure}</Failure>}
      </div>
    </Modal>
  )
}

const lineOf = ({ page, excerpt, created_at: at }: Diff): string =>
  [page.title || page.url, excerpt, formatInstant(at)].filter(Boolean).join(' · ')
