import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { cancelErasure, type Erasure, getErasure } from '#contract/erasure.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText, pollWhile, refresh, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { Counts } from './counts.tsx'
import { ErasureForm } from './erasure-form.tsx'
import { erasureMessages } from './messages.ts'

const pollMs = 1_000
const isWorking = (state: Erasure['state'] | undefined) => state === 'counting' || state === 'running'

/** One erasure: counting, decisions, result. */
export function ErasurePanel({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT(erasureMessages)
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getErasure, { params: { id } }),
    refetchInterval: pollWhile(({ state }) => isWorking(state), pollMs),
  })
  async function cancel() {
    try {
      await call(cancelErasure, { params: { id } })
    } catch (fault) {
      showError(fault)
    }
    await refresh('erasure')
  }
  return (
    <section className="stack gap-5">
      {error && (
        <Failure isWhole onRetry={() => void refetch()}>
          {errorText(error)}
        </Failure>
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {data && <State erasure={data} />}
      {data?.state === 'ready' && data.plan && (
        <ErasureForm key={data.rev} erasure={data} plan={data.plan} onCancel={() => void cancel()} />
      )}
      <div>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </section>
  )
}

function State({ erasure: { state, error, person_id, counts } }: { erasure: Erasure }) {
  const t = useT(erasureMessages)
  if (isWorking(state))
    return (
      <>
        <p role="status" aria-busy>
          {t(state === 'counting' ? 'counting' : 'running')}
        </p>
        {error && <Alert type="warning" showIcon title={t('failed', { error })} />}
      </>
    )
  if (state === 'done')
    return (
      <>
        <Alert
          type="success"
          showIcon
          title={t('erasedPerson', { id: String(person_id) })}
          description={t('doneText')}
        />
        <Counts rows={Object.entries(counts).map(([place, count]) => ({ place, count }))} />
      </>
    )
  return state === 'ready' ? null : <Alert type="info" showIcon title={t(`state_${state}`)} />
}
