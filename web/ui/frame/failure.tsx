import { Button } from 'antd'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'
import { Message } from './message.tsx'

type Props = {
  /** The sentence that names what failed and why. */
  children: ReactNode
  onRetry?: () => void
  isRetrying?: boolean
  /** True if nothing else is shown in this place: the layout of empty places. False for one line above or between other content. */
  isWhole?: boolean
}

/** The only layout of a failure: of a place that could not be loaded, or of an action in a form or dialog. */
export function Failure({ children, onRetry, isRetrying = false, isWhole = false }: Props) {
  const t = useT(words)
  const retry = onRetry && (
    <Button size={isWhole ? 'middle' : 'small'} loading={isRetrying} onClick={onRetry}>
      {t('retry')}
    </Button>
  )
  // A form keeps the region, so that screen readers announce a text that appears in it.
  if (!children) return <div role="alert" />
  if (isWhole)
    return (
      <Message role="alert" isPanel={false} title={children}>
        {retry}
      </Message>
    )
  return (
    <div className="failure" role="alert">
      <CircleAlert size={16} className="danger" aria-hidden />
      <span className="break">{children}</span>
      {retry}
    </div>
  )
}
