import { Button } from 'antd'
import { cancelListVersion, confirmListVersion, type List, type ListVersion } from '#contract/list.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { schemaName } from '#web/ui/entity/property-names.ts'
import { UnreadValues } from '#web/ui/ingest/column-preview.tsx'
import css from './list.module.css'
import { sanctionListMessages } from './messages.ts'

type LoadActs = { onMap: () => void; onAside: (version: ListVersion) => void }
type Props = LoadActs & { list: List; mayChange: boolean }

const mostKinds = 4

/** The active version with its changes, and the state of the latest load. */
export function LoadState({ list: { id, version, loading }, mayChange, ...acts }: Props) {
  const t = useT(sanctionListMessages)
  return (
    <div className="break">
      {version && (
        <>
          <div>{t('versionAt', { n: String(version.n), at: formatInstant(version.ended_at) })}</div>
          <div className="small quiet">
            {t('news', { added: version.added, changed: version.changed, removed: version.removed })}
          </div>
          <LoadExceptions version={version} onAside={acts.onAside} />
        </>
      )}
      {!version && !loading && <span className="quiet">{t('state_none')}</span>}
      {loading && <Newest listId={id} loading={loading} mayChange={mayChange} {...acts} />}
    </div>
  )
}

/** The number of entries of a file that were no party, quarantined or shortened. */
function LoadExceptions({ version, onAside }: { version: ListVersion; onAside: LoadActs['onAside'] }) {
  const t = useT(sanctionListMessages)
  const locale = useLocale()
  const { set_aside, trimmed, left_kinds, unread } = version
  const kinds = Object.entries(left_kinds)
    .sort((a, b) => b[1] - a[1])
    .slice(0, mostKinds)
    .map(([schema, count]) => `${schemaName(schema, locale)} ${count.toLocaleString(locale)}`)
  return (
    <>
      {kinds.length > 0 && <div className="small quiet">{t('leftOut', { kinds: kinds.join(' · ') })}</div>}
      <UnreadValues columns={unread} fate="note" />
      {set_aside + trimmed > 0 && (
        <div>
          <button type="button" className="link small" onClick={() => onAside(version)}>
            {[set_aside > 0 && t('aside', { count: set_aside }), trimmed > 0 && t('trimmed', { count: trimmed })]
              .filter(Boolean)
              .join(' · ')}
          </button>
        </div>
      )}
    </>
  )
}

type NewestProps = LoadActs & { listId: number; loading: ListVersion; mayChange: boolean }

function Newest({ listId, loading, mayChange, onMap, onAside }: NewestProps) {
  const t = useT(sanctionListMessages)
  const { n, state, read, entries, removed, error, ended_at, held_for, set_aside, sheet } = loading
  if (state === 'done') return null
  const act = (endpoint: typeof confirmListVersion | typeof cancelListVersion) =>
    void call(endpoint, { params: { id: listId, n } }).then(() => refresh('list'), showError)
  const missing = sheet?.missing ?? []
  const text = {
    loading: t('state_loading', { count: read }),
    mapping: missing.length > 0 ? t('missingColumns', { columns: missing.join(', ') }) : t('state_mapping'),
    held: held_for === 'set_aside' ? t('heldAside', { count: set_aside, read }) : t('heldText', { removed, entries }),
    failed: t('state_failed', { error: error ?? '' }),
    same: t('state_same', { at: formatInstant(ended_at) }),
    cancelled: t('state_cancelled'),
  }[state]
  const isGrave = state === 'failed' || state === 'held'
  return (
    <div
      role={state === 'loading' ? 'status' : undefined}
      className={`${css.newest} small ${isGrave ? 'danger' : state === 'mapping' ? 'warning' : 'quiet'}`}
    >
      {text}
      {['held', 'failed', 'same'].includes(state) && <LoadExceptions version={loading} onAside={onAside} />}
      {mayChange && (state === 'loading' || state === 'held' || state === 'mapping') && (
        <span className={`row gap-2 ${css.choices}`}>
          {state === 'held' && (
            <Button size="small" onClick={() => act(confirmListVersion)}>
              {t('confirm')}
            </Button>
          )}
          {state === 'mapping' && (
            <Button size="small" type="primary" onClick={onMap}>
              {t('map')}
            </Button>
          )}
          <Button size="small" onClick={() => act(cancelListVersion)}>
            {t(state === 'loading' ? 'stop' : 'giveUp')}
          </Button>
        </span>
      )}
    </div>
  )
}
