import { Button, Checkbox, Input, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Duplicate, MergeEntity } from '#contract/duplicate.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { refresh } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { decide } from './acts.ts'
import { CompareTable } from './compare-table.tsx'
import css from './duplicate.module.css'
import { duplicateMessages } from './messages.ts'
import { Reasons } from './reasons.tsx'
import { useRecords } from './records.ts'

const MergeDialog = lazy(() => import('./merge-dialog.tsx'))
const likelyFrom = 75
type PairDecision = Exclude<Duplicate['state'], 'open'>
const decisions: readonly PairDecision[] = ['same', 'different', 'unsure']
const keys = { same: 's', different: 'd', unsure: 'w' } as const

/** Two records side by side, with the evidence and the decision. */
export function Pair({ noun, pair }: { noun: MergeEntity; pair: Duplicate }) {
  const t = useT(duplicateMessages)
  const [isMerging, setIsMerging] = useState(false)
  const [isOnlyDifferences, setIsOnlyDifferences] = useState(false)
  const { records, error } = useRecords(noun, [pair.a.id, pair.b.id])
  const [a, b] = records ?? []
  return (
    <section className="stack shrink gap-4" aria-label={`${displayName(pair.a)} – ${displayName(pair.b)}`}>
      <header className="flex baseline gap-4">
        <h2>{t(pair.score >= likelyFrom ? 'likely' : 'maybe')}</h2>
        <span className="small faint">{t('score', { score: String(pair.score) })}</span>
      </header>
      <Reasons pair={pair} />
      <Decide pair={pair} onMerge={() => setIsMerging(true)} />
      {error ? <p role="alert">{t('gone')}</p> : null}
      {!error && !records && <Skeleton active title={false} paragraph={{ rows: 6 }} aria-label={t('loading')} />}
      {a && b && (
        <>
          <Checkbox checked={isOnlyDifferences} onChange={event => setIsOnlyDifferences(event.target.checked)}>
            {t('onlyDifferences')}
          </Checkbox>
          <CompareTable noun={noun} a={a} b={b} isOnlyDifferences={isOnlyDifferences} />
        </>
      )}
      <Suspense>
        {isMerging && (
          <MergeDialog
            noun={noun}
            ids={[pair.a.id, pair.b.id]}
            onClose={() => setIsMerging(false)}
            onDone={() => {
              setIsMerging(false)
              void refresh('duplicate')
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

function Decide({ pair, onMerge }: { pair: Duplicate; onMerge: () => void }) {
  const t = useT(duplicateMessages)
  const [note, setNote] = useState(pair.note ?? '')
  const [running, setRunning] = useState<Duplicate['state'] | null>(null)
  const canDecide = pair.can.includes('decide')
  const canMerge = pair.can.includes('merge')

  async function say(state: Duplicate['state']) {
    if (!canDecide || running || (state === pair.state && note === (pair.note ?? ''))) return
    setRunning(state)
    await decide(pair, state, note === (pair.note ?? '') ? undefined : note)
    setRunning(null)
  }
  useShortcut('s', t('markSame'), () => void say('same'))
  useShortcut('d', t('markDifferent'), () => void say('different'))
  useShortcut('w', t('markUnsure'), () => void say('unsure'))
  useShortcut('m', t('merge'), () => canMerge && onMerge())

  if (!canDecide && !canMerge) return <p className="small faint">{t('readOnly')}</p>
  const labels = { same: t('markSame'), different: t('markDifferent'), unsure: t('markUnsure') }
  return (
    <div className="stack gap-3">
      {pair.state !== 'open' && pair.decided_at && (
        <p className="small faint">
          {t('decidedBy', {
            name: pair.decided_by ?? t('someone'),
            at: formatInstant(pair.decided_at),
            state: t(pair.state),
          })}
        </p>
      )}
      <fieldset className={css.acts}>
        <legend className="visually-hidden">{t('decide')}</legend>
        {canMerge && (
          <Button type="primary" onClick={onMerge}>
            {t('merge')} <kbd>m</kbd>
          </Button>
        )}
        {canDecide &&
          decisions.map(state => (
            <Button
              key={state}
              loading={running === state}
              disabled={pair.state === state}
              onClick={() => void say(state)}
            >
              {labels[state]} <kbd>{keys[state]}</kbd>
            </Button>
          ))}
        {canDecide && pair.state !== 'open' && (
          <Button type="text" loading={running === 'open'} onClick={() => void say('open')}>
            {t('reopen')}
          </Button>
        )}
      </fieldset>
      {canDecide && (
        <Input
          className={css.note}
          value={note}
          maxLength={500}
          aria-label={t('note')}
          placeholder={t('noteHint')}
          onChange={event => setNote(event.target.value)}
          onPressEnter={() => pair.state !== 'open' && void say(pair.state)}
        />
      )}
    </div>
  )
}
