import { Button } from 'antd'
import { cancelListVersion, confirmListVersion, type List, type ListVersion } from '#contract/list.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { refresh, showError } from '#web/platform/query.ts'
import css from './list.module.css'
import { listMessages } from './messages.ts'

type Props = { list: List; mayChange: boolean }

/** The version that holds, what it brought, and what becomes of the newest load. */
export function LoadState({ list: { id, version, loading }, mayChange }: Props) {
  const t = useT(listMessages)
  return (
    <div className="break">
      {version && (
        <>
          <div>{t('versionAt', { n: String(version.n), at: formatInstant(version.ended_at) })}</div>
          <div className="small quiet">
            {t('news', { added: version.added, changed: version.changed, removed: version.removed })}
          </div>
        </>
      )}
      {!version && !loading && <span className="quiet">{t('state_none')}</span>}
      {loading && <Newest listId={id} loading={loading} mayChange={mayChange} />}
    </div>
  )
}

function Newest({ listId, loading, mayChange }: { listId: number; loading: ListVersion; mayChange: boolean }) {
  const t = useT(listMessages)
  const { n, state, read, entries, removed, error, ended_at } = loading
  if (state === 'done') return null
  const act = (endpoint: typeof confirmListVersion | typeof cancelListVersion) =>
    void call(endpoint, { params: { id: listId, n } }).then(() => refresh('list'), showError)
  const text = {
    loading: t('state_loading', { count: read }),
    held: t('heldText', { removed, entries }),
    failed: t('state_failed', { error: error ?? '' }),
    same: t('state_same', { at: formatInstant(ended_at) }),
    cancelled: t('state_cancelled'),
  }[state]
  return (
    <div
      role={state === 'loading' ? 'status' : undefined}
      className={`${css.newest} small ${state === 'failed' || state === 'held' ? 'danger' : 'quiet'}`}
    >
      {text}
      {mayChange && (state === 'loading' || state === 'held') && (
        <span className="row gap-2">
          {state === 'held' && (
            <Button size="small" onClick={() => act(confirmListVersion)}>
              {t('confirm')}
            </Button>
          )}
          <Button size="small" onClick={() => act(cancelListVersion)}>
            {t(state === 'held' ? 'giveUp' : 'stop')}
          </Button>
        </span>
      )}
    </div>
  )
}
