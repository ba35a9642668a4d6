import { Button, Checkbox, Input, type InputRef, Skeleton } from 'antd'
import { Minus, Plus } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Duplicate, DuplicateReason, MergeEntity } from '#contract/duplicate.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { refresh } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { detailOf } from '#web/record/record-address.ts'
import { isSameValue } from '#web/ui/form/compare.ts'
import { isBlank } from '#web/ui/formatter.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { useRegionName } from '#web/ui/region-name.ts'
import { decide } from './acts.ts'
import css from './duplicate.module.css'
import { duplicateMessages, reasonMessages } from './messages.ts'
import { type AnyRecord, duplicateName, fieldsOf, useFormatters, useRecords } from './records.ts'

const MergeDialog = lazy(() => import('./merge-dialog.tsx'))
const likelyFrom = 75
type PairDecision = Exclude<Duplicate['state'], 'open'>
const decisions: readonly PairDecision[] = ['same', 'different', 'unsure']
const keys = { same: 'd', different: 'x', unsure: 'w' } as const

/** Two records side by side, with the evidence and the decision. */
export function DuplicatePair({ noun, pair }: { noun: MergeEntity; pair: Duplicate }) {
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
      {error ? <Failure>{t('gone')}</Failure> : null}
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
  const field = useRef<InputRef>(null)
  const [running, setRunning] = useState<Duplicate['state'] | null>(null)
  const canDecide = pair.can.includes('decide')
  const canMerge = pair.can.includes('merge')

  async function decideAs(state: Duplicate['state']) {
    if (!canDecide || running || (state === pair.state && note === (pair.note ?? ''))) return
    setRunning(state)
    await decide(pair, state, note === (pair.note ?? '') ? undefined : note)
    setRunning(null)
  }
  useShortcut('d', t('markSame'), () => void decideAs('same'))
  useShortcut('x', t('markDifferent'), () => void decideAs('different'))
  useShortcut('w', t('markUnsure'), () => void decideAs('unsure'))
  useShortcut('n', t('noteKey'), () => field.current?.focus())
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
              onClick={() => void decideAs(state)}
            >
              {labels[state]} <kbd>{keys[state]}</kbd>
            </Button>
          ))}
        {canDecide && pair.state !== 'open' && (
          <Button type="text" loading={running === 'open'} onClick={() => void decideAs('open')}>
            {t('reopen')}
          </Button>
        )}
      </fieldset>
      {canDecide && (
        <Input
          ref={field}
          className={css.note}
          value={note}
          maxLength={500}
          aria-label={t('note')}
          placeholder={t('noteHint')}
          onChange={event => setNote(event.target.value)}
          onPressEnter={() => pair.state !== 'open' && void decideAs(pair.state)}
        />
      )}
    </div>
  )
}

type Props = { noun: MergeEntity; a: AnyRecord; b: AnyRecord; isOnlyDifferences: boolean }

/** Compares records field by field; fields that are empty in both are left out, contradictions are marked. */
function CompareTable({ noun, a, b, isOnlyDifferences }: Props) {
  const t = useT(duplicateMessages)
  const formatters = useFormatters(noun, [a, b])
  const rows = fieldsOf(noun)
    .map(field => ({
      field,
      isEqual: isSameValue(a[field], b[field]),
      isNothing: isBlank(a[field]) && isBlank(b[field]),
    }))
    .filter(({ isEqual, isNothing }) => !isNothing && !(isOnlyDifferences && isEqual))
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          {[a, b].map(record => (
            <th key={record.id} scope="col">
              <PageLink to={detailOf(noun)} params={{ id: record.id }}>
                {duplicateName(noun, record)}
              </PageLink>{' '}
              <span className="small mono faint">#{record.id}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, isEqual }) => (
          <tr key={field} data-differs={!isEqual && !isBlank(a[field]) && !isBlank(b[field])}>
            <th scope="row">
              {formatters[field]?.label ?? field}
              <span className="visually-hidden"> {t(isEqual ? 'equal' : 'differs')}</span>
            </th>
            {[a, b].map(record => (
              <td key={record.id}>
                {isBlank(record[field]) ? (
                  <span className="faint">{t('nothingThere')}</span>
                ) : (
                  (formatters[field]?.show(record[field]) ?? String(record[field]))
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The evidence for the pair, then the evidence against it, as text. */
function Reasons({ pair }: { pair: Duplicate }) {
  const t = useT(duplicateMessages)
  const reasons = pair.reasons.toSorted((a, b) => b.weight - a.weight)
  return (
    <ul className={css.reasons} aria-label={t('reasons')}>
      {reasons.map(reason => (
        <Reason key={reason.code} reason={reason} />
      ))}
    </ul>
  )
}

function Reason({ reason: { code, a, b, weight } }: { reason: DuplicateReason }) {
  const words = useT(reasonMessages)
  const regionName = useRegionName()
  const isFor = weight > 0
  const show = (value: string | null) => (value && code === 'other_region' ? regionName(value) : value)
  const values = [...new Set([show(a), show(b)])].filter(value => value)
  return (
    <li className={css.reason}>
      {isFor ? (
        <Plus size={14} aria-hidden className={css.sign} data-for />
      ) : (
        <Minus size={14} aria-hidden className={css.sign} data-for="false" />
      )}
      <span>{words(code)}</span>
      {values.length > 0 && <span className="faint ellipsis">{values.join(' / ')}</span>}
    </li>
  )
}
