import { type Duplicate, decideDuplicate, type Merge, undoMerge } from '#contract/duplicate.api.ts'
import { call } from '#web/platform/api.ts'
import { translate } from '#web/platform/i18n.ts'
import { notify, notifySuccess } from '#web/platform/notice.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { rememberUndo, runAct } from '#web/platform/undo.ts'
import type { FieldFormatters } from '#web/ui/formatter.ts'
import { duplicateMessages } from './messages.ts'

type State = Duplicate['state']

/** Sends a decision and offers to undo it in a notice. True if the server accepted it. */
export function decide(pair: Duplicate, state: State, note?: string | null): Promise<boolean> {
  return runAct(send(pair, state, note))
}

async function send(pair: Duplicate, state: State, note?: string | null): Promise<boolean> {
  const t = translate(duplicateMessages)
  try {
    await call(decideDuplicate, {
      params: { id: String(pair.id) },
      body: { state, ...(note !== undefined && { note }) },
    })
    const text = state === 'open' ? t('reopened') : t('decided', { state: t(state) })
    if (pair.state === state) notifySuccess(text)
    else rememberUndo(text, () => undoDecision(pair))
    await refresh('duplicate')
    return true
  } catch (error) {
    showError(error)
    await refresh('duplicate')
    return false
  }
}

async function undoDecision(pair: Duplicate): Promise<undefined> {
  try {
    await call(decideDuplicate, { params: { id: String(pair.id) }, body: { state: pair.state } })
  } finally {
    await refresh('duplicate')
  }
}

/** Undoes a merge. Fields that another user changed since stay; the notice names them, by `formatters`. */
export async function takeBackMerge(merge: Merge, formatters: FieldFormatters): Promise<void> {
  const t = translate(duplicateMessages)
  try {
    const { kept } = await call(undoMerge, { params: { id: String(merge.id) } })
    if (kept.length > 0)
      notify({
        kind: 'warning',
        text: t('kept', { fields: kept.map(field => formatters[field]?.label ?? field).join(t('comma')) }),
      })
    else notifySuccess(t('undoneNow'))
  } catch (error) {
    showError(error)
  }
  await refresh(merge.noun, 'duplicate', 'merge')
}
