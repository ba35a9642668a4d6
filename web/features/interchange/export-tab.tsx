import { Alert, Button, Checkbox, Input } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import {
  exportInterchange,
  getInterchangeFile,
  type Interchange,
  type InterchangeKind,
} from '#contract/interchange.api.ts'
import { partyEntities } from '#contract/registry.ts'
import { call, download, saveFile } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { showError } from '#web/platform/query.ts'
import steps from '#web/ui/ingest/file-steps.module.css'
import css from './interchange.module.css'
import { interchangeMessages } from './messages.ts'
import { NotCarriedTable } from './not-carried.tsx'
import { isExchangeBusy, useInterchange } from './use-interchange.ts'
import { Working } from './working.tsx'

const kinds = ['og', 'person', 'membership', 'relation', 'og_relation', 'event'] as const
/** A link is exported only if both of its ends are. */
const needs: Partial<Record<InterchangeKind, readonly InterchangeKind[]>> = {
  membership: partyEntities,
  relation: ['person'],
  og_relation: ['og'],
}

/** Chooses what to export; then shows the file, and the data that its format could not hold. */
export function ExportTab() {
  const t = useT(interchangeMessages)
  const [chosen, setChosen] = useState<readonly InterchangeKind[]>(kinds)
  const [reason, setReason] = useState('')
  const reasonId = useId()
  const [id, setId] = useState<number | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  const { data: current, error } = useInterchange(id)
  useSaved(current)
  const isPossible = (kind: InterchangeKind) => needs[kind]?.every(each => chosen.includes(each)) ?? true
  const sent = chosen.filter(isPossible)

  async function start() {
    setIsStarting(true)
    try {
      setId((await call(exportInterchange, { body: { kinds: [...sent], reason } })).id)
    } catch (fault) {
      showError(fault)
    }
    setIsStarting(false)
  }
  if (id !== null && error && !current)
    return <Alert type="error" showIcon role="alert" title={t('failed')} description={error.message} />
  if (current) return <Result current={current} onAgain={() => setId(null)} />
  return (
    <div className={css.stack}>
      <p>{t('exportHint')}</p>
      <fieldset className={css.kinds}>
        <legend className="quiet">{t('what')}</legend>
        {kinds.map(kind => (
          <Checkbox
            key={kind}
            checked={chosen.includes(kind) && isPossible(kind)}
            disabled={!isPossible(kind)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, kind] : chosen.filter(each => each !== kind))
            }
          >
            {t(kind)}
            {!isPossible(kind) && (
              <span className="small quiet"> {t(kind === 'membership' ? 'needsOg' : 'needsPerson')}</span>
            )}
          </Checkbox>
        ))}
      </fieldset>
      <div>
        <label className="quiet" htmlFor={reasonId}>
          {t('exportReason')}
        </label>
        <Input
          id={reasonId}
          value={reason}
          maxLength={500}
          placeholder={t('exportReasonHint')}
          onChange={event => setReason(event.target.value)}
        />
      </div>
      <div>
        <Button
          type="primary"
          disabled={sent.length === 0 || !reason.trim()}
          loading={isStarting || id !== null}
          onClick={() => void start()}
        >
          {t('start')}
        </Button>
      </div>
    </div>
  )
}

const save = async (id: number) => {
  try {
    saveFile(await download(getInterchangeFile, { params: { id } }))
  } catch (error) {
    showError(error)
  }
}

/** Saves the exported file automatically, once. */
function useSaved(current: Interchange | undefined): void {
  const saved = useRef<number | null>(null)
  useEffect(() => {
    if (current?.state !== 'done' || saved.current === current.id) return
    saved.current = current.id
    void save(current.id)
  }, [current])
}

function Result({ current, onAgain }: { current: Interchange; onAgain: () => void }) {
  const t = useT(interchangeMessages)
  const { id, state, counts, total } = current
  if (isExchangeBusy(state)) return <Working current={current} />
  return (
    <div className={css.stack}>
      {state === 'failed' && <Alert type="error" showIcon title={t('failed')} description={current.error} />}
      {state === 'cancelled' && <Alert type="warning" showIcon title={t('cancelled')} />}
      {state === 'done' && (
        <>
          <Alert type="success" showIcon title={t('done', { count: total ?? 0 })} />
          <dl className={css.counts}>
            {counts.map(({ kind, total: count }) => (
              <div key={kind}>
                <dt>{kind && t(kind)}</dt>
                <dd>{count.toLocaleString()}</dd>
              </div>
            ))}
          </dl>
          <NotCarriedTable current={current} />
        </>
      )}
      <div className={steps.acts}>
        <Button onClick={onAgain}>{t('again')}</Button>
        {state === 'done' && (
          <Button type="primary" onClick={() => void save(id)}>
            {t('download')}
          </Button>
        )}
      </div>
    </div>
  )
}
