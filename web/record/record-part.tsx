import { CatchBoundary } from '@tanstack/react-router'
import { Skeleton } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
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
  return <Failure onRetry={reset}>{t('failed')}</Failure>
}
