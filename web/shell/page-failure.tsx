import type { ErrorComponentProps } from '@tanstack/react-router'
import { useT } from '#web/platform/i18n.ts'
import { guardMessages } from './guard-messages.ts'

export function PageFailure({ reset }: ErrorComponentProps) {
  const t = useT(guardMessages)
  return (
    <button type="button" onClick={reset}>
      {t('retry')}
    </button>
  )
}
