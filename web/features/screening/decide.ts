import { create } from 'zustand'
import {
  decideScreening,
  type Screening,
  type ScreeningApplied,
  type ScreeningState,
  undoScreening,
} from '#contract/screening.api.ts'
import { type CallInput, call } from '#web/platform/api.ts'
import { translate } from '#web/platform/i18n.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { onSessionEnd } from '#web/platform/session.ts'
import { rememberUndo, runAct } from '#web/platform/undo.ts'
import { screeningMessages } from './messages.ts'

type Body = CallInput<typeof decideScreening>['body']
export type ScreeningDecision = Pick<Body, 'state' | 'reason' | 'note' | 'apply'>

export type DecisionOutcome = { state: ScreeningState; key: string }
/** All hits of a record are one row of the queue. */
export const recordKeyOf = ({ noun, record }: Pick<Screening, 'noun' | 'record'>) => `${noun} ${record.id}`

type State = {
  /** Decisions that no reloaded list has confirmed yet: their rows are hidden. */
  sentDecisions: ReadonlyMap<number, DecisionOutcome>
  /** The hit that the last undo restored: it becomes the current one. */
  returned: { id: number; key: string } | null
}
export const useDecisions = create<State>(() => ({ sentDecisions: new Map(), returned: null }))

const decisionNotice = (hit: Pick<Screening, 'id' | 'noun' | 'record'>, state: ScreeningState | undefined) =>
  useDecisions.setState(({ sentDecisions: before }) => {
    const next = new Map(before)
    if (state === undefined) next.delete(hit.id)
    else next.set(hit.id, { state, key: recordKeyOf(hit) })
    return { sentDecisions: next }
  })

/** A decision affects other data too: the record with its claims, history and ownership. */
const readAgain = (noun: Screening['noun'], isWritten: boolean) =>
  refresh('screening', ...(isWritten ? [noun, 'claim', 'overview', 'og_relation', 'dashboard'] : []))

/** Shows the decision at once, then sends it; the notice offers undo. True if the server accepted it. */
export function decide(hit: Screening, decision: ScreeningDecision): Promise<boolean> {
  return runAct(send(hit, decision))
}

async function send(hit: Screening, decision: ScreeningDecision): Promise<boolean> {
  const t = translate(screeningMessages)
  decisionNotice(hit, decision.state)
  try {
    const after = await call(decideScreening, { params: { id: hit.id }, body: { ...decision, rev: hit.rev } })
    const message = after.state === 'proposed' ? t('decidedProposed') : t('decided', { state: t(after.state) })
    const wrote = decision.apply && after.applied ? ` ${t('wrote', { what: whatWas(after.applied) })}` : ''
    const text = after.state === 'open' ? t('reopened') + keptChangesText(after) : message + wrote
    rememberUndo(text, () => undoDecision(hit, after))
    await readAgain(hit.noun, wrote !== '')
    return true
  } catch (error) {
    showError(error)
    await refresh('screening')
    return false
  } finally {
    decisionNotice(hit, undefined)
  }
}

/** Undoes a decision. Data written into the record stays, and the returned text reports that. */
async function undoDecision(before: Screening, after: Screening): Promise<string> {
  try {
    const back = await call(undoScreening, { params: { id: before.id }, body: { rev: after.rev } })
    useDecisions.setState({ returned: { id: before.id, key: recordKeyOf(before) } })
    return translate(screeningMessages)('undone') + keptChangesText(back)
  } finally {
    await refresh('screening')
  }
}

function keptChangesText({ state, applied }: Screening): string {
  if (state === 'same' || !applied) return ''
  return ` ${translate(screeningMessages)('stays', { what: whatWas(applied) })}`
}

/** The changes that “same” will make with these ticks, in words. */
export const whatWill = (
  proposal: ScreeningApplied,
  apply: { level: boolean; names: readonly string[]; numbers: readonly string[] },
): string =>
  whatWas({
    level: apply.level ? proposal.level : null,
    names: [...apply.names],
    numbers: proposal.numbers.slice(0, apply.numbers.length),
  })

/** The changes that were made, in words: the level, the number of names, the number of identifiers. */
function whatWas({ level, names, numbers }: ScreeningApplied): string {
  const t = translate(screeningMessages)
  return [
    ...(level === null ? [] : [t('levelSanctioned')]),
    ...(names.length > 0 ? [t('countNames', { count: names.length })] : []),
    ...(numbers.length > 0 ? [t('countNumbers', { count: numbers.length })] : []),
  ].join(t('comma'))
}

onSessionEnd(() => {
  useDecisions.setState({ sentDecisions: new Map(), returned: null })
})
