import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton, Switch } from 'antd'
import { useId, useState } from 'react'
import { getModelMark, setModelMark } from '#contract/model.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText, queryClient, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { modelMarkMessages } from './mark-messages.ts'

/** Excludes a record from the model, with its pages, documents and events. */
export default function MarkDialog({ noun, id, onClose }: { noun: PartyEntity; id: number; onClose: () => void }) {
  const t = useT(modelMarkMessages)
  const labelId = useId()
  const [isBusy, setIsBusy] = useState(false)
  const key = ['model', getModelMark.path, noun, id]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(getModelMark, { query: { noun, record_id: String(id) } }, { isBackground: true }),
  })
  async function save(isKept: boolean) {
    setIsBusy(true)
    try {
      queryClient.setQueryData(key, await call(setModelMark, { body: { noun, record_id: id, is_kept: isKept } }))
    } catch (error) {
      showError(error)
    }
    setIsBusy(false)
  }
  return (
    <Modal open title={t('dialog')} footer={null} closable={{ 'aria-label': t('close') }} onCancel={onClose}>
      <div className="stack gap-4">
        <p className="faint">{t('dialogText')}</p>
        {error && <Failure onRetry={() => void refetch()}>{errorText(error)}</Failure>}
        {!data && !error && <Skeleton active title={false} paragraph={{ rows: 1 }} />}
        {data && (
          <div className="row spread gap-4">
            <label htmlFor={labelId}>{t('kept')}</label>
            <Switch
              id={labelId}
              checked={data.is_kept}
              disabled={!data.can_set}
              loading={isBusy}
              onChange={isKept => void save(isKept)}
            />
          </div>
        )}
        {data && !data.can_set && <p className="small faint">{t('cannot')}</p>}
      </div>
    </Modal>
  )
}
