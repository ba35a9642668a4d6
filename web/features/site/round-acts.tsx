import { Button } from 'antd'
import { Play, RefreshCw, Square } from 'lucide-react'
import { useRef, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import { roundMessages } from './round-messages.ts'
import { actOnRound, startRound } from './site-calls.ts'

type Props = {
  ogId: number
  round: { number: number; state: string } | null
  isPrimary?: boolean
}

/** The available actions: fetch now, stop a running round, or resume a stopped one. */
export function RoundActs({ ogId, round, isPrimary = false }: Props) {
  const t = useT(roundMessages)
  const modal = useModal()
  const busy = useRef(false)
  const [isBusy, setIsBusy] = useState(false)

  async function once(run: () => Promise<void>) {
    if (busy.current) return
    busy.current = true
    setIsBusy(true)
    try {
      await run()
    } catch (error) {
      showError(error)
    } finally {
      busy.current = false
      setIsBusy(false)
    }
  }

  const start = () =>
    once(async () => {
      await startRound(ogId)
      notifySuccess(t('started'))
    })

  async function giveUp(number: number) {
    const isSure = await modal.confirm({
      title: t('abortTitle', { number: String(number) }),
      content: t('abortText'),
      okText: t('abort'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      focusable: { autoFocusButton: 'cancel' },
    })
    if (isSure) await once(() => actOnRound(ogId, number, 'abort'))
  }

  const type = isPrimary ? 'primary' : 'default'
  if (round?.state === 'running' || round?.state === 'stopping')
    return (
      <Button
        icon={<Square size={14} aria-hidden />}
        disabled={isBusy || round.state === 'stopping'}
        onClick={() => void once(() => actOnRound(ogId, round.number, 'stop'))}
      >
        {t(round.state === 'stopping' ? 'stopping' : 'stop')}
      </Button>
    )
  if (round?.state === 'stopped')
    return (
      <>
        <Button disabled={isBusy} onClick={() => void giveUp(round.number)}>
          {t('abort')}
        </Button>
        <Button
          type={type}
          icon={<Play size={14} aria-hidden />}
          disabled={isBusy}
          onClick={() => void once(() => actOnRound(ogId, round.number, 'resume'))}
        >
          {t('resume')}
        </Button>
      </>
    )
  return (
    <Button type={type} icon={<RefreshCw size={14} aria-hidden />} disabled={isBusy} onClick={() => void start()}>
      {t('fetchNow')}
    </Button>
  )
}
