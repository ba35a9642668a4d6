import { Button, Input, type InputRef, Select } from 'antd'
import { CircleHelp, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Screening, type ScreeningDetail, screeningReasons } from '#contract/screening.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useUser } from '#web/platform/session.ts'
import { setShortcutHelp, useShortcut } from '#web/platform/shortcut.tsx'
import { undoLast } from '#web/platform/undo.ts'
import css from './decide.module.css'
import { decide, type ScreeningDecision, whatWill } from './decide.ts'
import { screeningMessages } from './messages.ts'
import { type AppliedProposal, allOf, isNothing, Proposal, tickedOf } from './proposal.tsx'
import { ruleMessages } from './rule-messages.ts'

const noteAtMost = 2_000
const keys = { same: 'd', different: 'x', unsure: 'w' } as const
type DecisionKey = keyof typeof keys

/** The decision on a pair: three buttons, a reason, a note, and undo. Key it by the pair and its revision. */
export function DecideBar({ hit }: { hit: ScreeningDetail }) {
  const t = useT(screeningMessages)
  const [apply, setApply] = useState<AppliedProposal>(() => tickedOf(hit))
  const [reason, setReason] = useState(hit.reason)
  const [note, setNote] = useState(hit.note ?? '')
  const [isRunning, setIsRunning] = useState(false)
  const field = useRef<InputRef>(null)
  const canDecide = hit.can.includes('decide')
  const hasProposal = !isNothing(allOf(hit.proposal))
  const isNoted = note.trim() !== (hit.note ?? '') || reason !== hit.reason

  async function decideAs(state: ScreeningDecision['state']) {
    const isNews = state !== hit.state || isNoted || (state === 'same' && hasProposal && !isNothing(apply))
    if (!canDecide || isRunning || !isNews) return
    setIsRunning(true)
    const decision = { reason: reason as ScreeningDecision['reason'], note: note.trim() || null }
    await decide(hit, { state, ...decision, ...(state === 'same' && !isNothing(apply) && { apply }) })
    setIsRunning(false)
  }
  useShortcut(keys.same, t('keySame'), () => void decideAs('same'))
  useShortcut(keys.different, t('keyDifferent'), () => void decideAs('different'))
  useShortcut(keys.unsure, t('keyUnsure'), () => void decideAs('unsure'))
  useShortcut('n', t('keyNote'), () => field.current?.focus())

  if (!canDecide) return <p className={css.bar}>{t('readOnly')}</p>
  const labels = {
    same: t('markSame'),
    different: t(hit.needs_second ? 'propose' : hit.state === 'proposed' ? 'confirm' : 'markDifferent'),
    unsure: t('markUnsure'),
  }
  return (
    <div className={css.bar}>
      <DecisionStatus hit={hit} />
      {hasProposal && <Proposal proposal={hit.proposal} value={apply} onChange={setApply} />}
      <div className={css.said}>
        <Select
          className={css.reason}
          allowClear
          value={reason}
          aria-label={t('reasonHint')}
          placeholder={t('reasonHint')}
          options={screeningReasons.map(value => ({ value, label: t(value) }))}
          onChange={value => setReason(value ?? null)}
        />
        <Input
          ref={field}
          value={note}
          maxLength={noteAtMost}
          aria-label={t('note')}
          placeholder={`${t('note')} (n)`}
          onChange={event => setNote(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Escape') field.current?.blur()
          }}
          onPressEnter={event => {
            if (event.nativeEvent.isComposing) return
            field.current?.blur()
            if (hit.state !== 'open' && hit.state !== 'proposed') void decideAs(hit.state)
          }}
        />
      </div>
      <fieldset className={css.acts}>
        <legend className="visually-hidden">{t('decide')}</legend>
        {(Object.keys(keys) as DecisionKey[]).map(state => (
          <Button
            key={state}
            className={hit.state === state ? css.chosen : undefined}
            aria-pressed={hit.state === state}
            disabled={isRunning}
            onClick={() => void decideAs(state)}
          >
            {labels[state]} <kbd>{keys[state]}</kbd>
          </Button>
        ))}
        {hasProposal && (
          <span className="small quiet" aria-live="polite">
            {isNothing(apply) ? t('willChangeNothing') : t('willChange', { what: whatWill(hit.proposal, apply) })}
          </span>
        )}
        {hit.state !== 'open' && (
          <Button type="text" disabled={isRunning} onClick={() => void decideAs('open')}>
            {t('reopen')}
          </Button>
        )}
        <Button
          type="text"
          icon={<Undo2 size={14} aria-hidden />}
          aria-label={t('keyUndo')}
          title={`${t('keyUndo')} z`}
          onClick={() => void undoLast()}
        >
          <kbd>z</kbd>
        </Button>
        <Button
          type="text"
          icon={<CircleHelp size={14} aria-hidden />}
          aria-label={t('keyAct')}
          title="?"
          onClick={() => setShortcutHelp(true)}
        />
      </fieldset>
    </div>
  )
}

/** Decisions so far, and those that are still required. */
function DecisionStatus({ hit }: { hit: ScreeningDetail }) {
  const t = useT(screeningMessages)
  const tRule = useT(ruleMessages)
  const scores = (version: number) =>
    version === 0 ? tRule('decidedWithDefault') : tRule('decidedWith', { version: String(version) })
  const me = useUser()
  const name = hit.decided_by_name ?? t('someone')
  if (hit.state === 'proposed')
    return <p className="small">{t(hit.decided_by === me?.id ? 'waitsForOther' : 'waitsForYou', { name })}</p>
  if (hit.state !== 'open' && hit.decided_at)
    return (
      <p className="small quiet">
        {t('decidedBy', { name, at: formatInstant(hit.decided_at), state: t(stateOf(hit)) })}
        {hit.decided_rule !== null && ` · ${scores(hit.decided_rule)}`}
      </p>
    )
  return hit.needs_second ? <p className="small quiet">{t('needsSecond')}</p> : null
}

const stateOf = ({ state }: Screening) => state
