import { BookMarked, Check, Eraser, RotateCcw, Scale } from 'lucide-react'
import { lazy } from 'react'
import type { Provenance } from '#contract/claim.api.ts'
import { bulkFactCheck, type factCheckActs } from '#contract/fact_check.api.ts'
import { entityNames } from '#contract/registry.ts'
import { call } from '#web/platform/api.ts'
import { translate } from '#web/platform/i18n.ts'
import { refresh } from '#web/platform/query.ts'
import { type BulkAct, type BulkResult, type BulkTarget, bulkAct } from '#web/ui/list/list-config.ts'
import { checkMessages } from './check-messages.ts'

type CheckAct = { act: (typeof factCheckActs)[number]; said?: Provenance; note?: string | null }

/** Applies one action to facts to check and refreshes every view of them. */
export async function actOnChecks(act: CheckAct, target: BulkTarget): Promise<BulkResult> {
  const where = 'ids' in target ? target : { filter: target.filter as never, expected: target.expected }
  const result = await call(bulkFactCheck, { body: { ...act, ...where } })
  await refresh('fact_check', 'claim', 'source', ...entityNames)
  return result
}

const forms = () => import('./check-forms.tsx')

/** Bulk actions on facts to check. Settled facts can only be put back on the list. */
export function checkActs(isSettled: boolean): BulkAct[] {
  const t = translate(checkMessages)
  const reopen = (target: BulkTarget) => actOnChecks({ act: 'reopen' }, target)
  if (isSettled)
    return [
      bulkAct({
        id: 'reopen',
        label: t('reopen'),
        icon: RotateCcw,
        run: reopen,
        done: count => t('reopenDone', { count }),
      }),
    ]
  return [
    bulkAct<Provenance>({
      id: 'state',
      label: t('state'),
      icon: BookMarked,
      explain: t('stateText'),
      Form: lazy(async () => ({ default: (await forms()).StateProvenance })),
      run: (target, provenance) => actOnChecks({ act: 'state', ...(provenance && { said: provenance }) }, target),
      done: count => t('stateDone', { count }),
    }),
    bulkAct({
      id: 'rule',
      label: t('rule'),
      icon: Scale,
      explain: t('ruleText'),
      run: target => actOnChecks({ act: 'rule' }, target),
      done: count => t('ruleDone', { count }),
    }),
    bulkAct<{ note: string }>({
      id: 'settle',
      label: t('settle'),
      icon: Check,
      explain: t('settleText'),
      Form: lazy(async () => ({ default: (await forms()).SettleNote })),
      run: (target, value) => actOnChecks({ act: 'settle', note: value?.note || null }, target),
      undo: ids => (ids.length === 0 ? Promise.resolve() : reopen({ ids })),
      done: count => t('settleDone', { count }),
    }),
    bulkAct({
      id: 'clear',
      label: t('clear'),
      icon: Eraser,
      isDanger: true,
      explain: t('clearText'),
      run: target => actOnChecks({ act: 'clear' }, target),
      done: count => t('clearDone', { count }),
    }),
  ]
}
