import { Button, Progress } from 'antd'
import { useT } from '#web/platform/i18n.ts'
import css from './ingest.module.css'
import { ingestMessages } from './messages.ts'

type Props = {
  title: string
  done: number
  /** Null while it is unknown: `counted` is shown instead. */
  total: number | null
  counted: string
  hint?: string
  onStop: () => void
}

/** Progress of the server's work on a file, with a button to stop it. */
export function WorkProgress({ title, done, total, counted, hint, onStop }: Props) {
  const t = useT(ingestMessages)
  const isKnown = total !== null && total > 0
  return (
    <div className={css.working} role="status">
      <p>{title}</p>
      {isKnown && <Progress percent={Math.floor((Math.min(done, total) / total) * 100)} aria-label={title} />}
      <p className="small quiet">{isKnown ? t('progress', { done, total }) : counted}</p>
      {hint && <p className="small quiet">{hint}</p>}
      <Button onClick={onStop}>{t('stop')}</Button>
    </div>
  )
}
