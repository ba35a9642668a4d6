import { Button, Input, Modal } from 'antd'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { FeedKind } from '#contract/feed.api.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { makeFeed } from './feed-calls.ts'
import { feedMessages } from './messages.ts'

type Props = { kind: FeedKind; subjectId?: number; name: string; onClose: () => void }
type Addresses = { atom: string; json: string }

/** Creates a feed and shows its two addresses once. */
export default function FeedDialog({ kind, subjectId, name, onClose }: Props) {
  const t = useT(feedMessages)
  const [made, setMade] = useState<Addresses | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  async function make() {
    setIsBusy(true)
    setFailure('')
    try {
      const { atom, json } = await makeFeed({ name, kind, ...(subjectId !== undefined && { subject_id: subjectId }) })
      const whole = (path: string) => new URL(path, window.location.origin).href
      setMade({ atom: whole(atom), json: whole(json) })
    } catch (error) {
      setFailure(error instanceof ApiError && error.status === 409 ? t('tooMany') : errorText(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Modal
      open
      title={`${t('title')}: ${name}`}
      onCancel={onClose}
      closable={{ 'aria-label': t('close') }}
      footer={
        made ? null : (
          <Button type="primary" autoFocus loading={isBusy} onClick={() => void make()}>
            {t('create')}
          </Button>
        )
      }
    >
      <p className="below-4 quiet">{t('text')}</p>
      {made && (
        <div className="stack gap-4" role="status">
          <p>{t('made', { name })}</p>
          <Address label={t('atom')} address={made.atom} />
          <Address label={t('json')} address={made.json} />
        </div>
      )}
      {failure && <Failure>{failure}</Failure>}
    </Modal>
  )
}

function Address({ label, address }: { label: string; address: string }) {
  const t = useT(feedMessages)
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      notifySuccess(t('copied'))
    } catch {
      notifyError(t('copyFailed'))
    }
  }
  return (
    <div className="stack gap-2">
      <span className="small quiet">{label}</span>
      <div className="row gap-3">
        <Input readOnly className="mono" aria-label={label} value={address} onFocus={event => event.target.select()} />
        <Button icon={<Copy size={14} aria-hidden />} aria-label={`${t('copy')}: ${label}`} onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </div>
    </div>
  )
}
