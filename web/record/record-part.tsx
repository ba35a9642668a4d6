import { CatchBoundary } from '@tanstack/react-router'
import { Button, Skeleton } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { recordMessages } from './messages.ts'

/** A part of a page that is loaded separately: a failure to load or render it does not affect the others. */
export function RecordPart({ name, children }: { name: string; children: ReactNode }) {
  const t = useT(recordMessages)
  const waiting = (
    <div role="status" aria-busy aria-label={t('loading')}>
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    </div>
  )
  return (
    <CatchBoundary getResetKey={() => name} errorComponent={PartFailure}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </CatchBoundary>
  )
}

function PartFailure({ reset }: { reset: () => void }) {
  const t = useT(recordMessages)
  return (
    <p role="alert">
      {t('failed')}
      <Button type="link" onClick={reset}>
        {t('retry')}
      </Button>
    </p>
  )
}
