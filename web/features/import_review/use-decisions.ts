import { useRef, useState } from 'react'
import {
  type ChoiceRule,
  countImportChoices,
  decideImportChoices,
  type ImportChoice,
} from '#contract/import_choice.api.ts'
import type { ChoiceImport } from '#web/features/import_choice/import_choice.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { queryClient, refresh, showError } from '#web/platform/query.ts'
import { importReviewMessages } from './messages.ts'

export type ReviewFilter = {
  field?: string
  noun?: ImportChoice['noun']
  by?: string
  choice?: 'open' | 'take' | 'keep'
}
type ChoiceById = ReadonlyMap<number, ImportChoice['choice']>

const countAgain = () => queryClient.invalidateQueries({ queryKey: ['import_choice', countImportChoices.path] })

/** Decisions, shown at once. A row stays in its place until its page is read again. */
export function useDecisions(of: ChoiceImport) {
  const t = useT(importReviewMessages)
  const [sent, setSent] = useState<ChoiceById>(new Map())
  const [isBulkRunning, setIsBulkRunning] = useState(false)
  const done = useRef<{ id: number; before: ImportChoice['choice'] }[]>([])
  const choiceOf = (item: ImportChoice) => (sent.has(item.id) ? (sent.get(item.id) ?? null) : item.choice)

  async function send(id: number, next: ImportChoice['choice'], before: ImportChoice['choice']): Promise<void> {
    setSent(all => new Map(all).set(id, next))
    try {
      await call(decideImportChoices, { body: { ...of, ids: [id], rule: next ?? 'none' } })
      await countAgain()
    } catch (error) {
      setSent(all => new Map(all).set(id, before))
      showError(error)
    }
  }
  return {
    choiceOf,
    isBulkRunning,
    decide(item: ImportChoice, next: ImportChoice['choice']): void {
      const before = choiceOf(item)
      if (next === before) return
      done.current.push({ id: item.id, before })
      void send(item.id, next, before)
    },
    /** Returns the value whose decision was undone. */
    undo(): number | undefined {
      const last = done.current.pop()
      if (last) void send(last.id, last.before, sent.get(last.id) ?? null)
      else notify({ kind: 'info', text: t('nothingToUndo') })
      return last?.id
    },
    async rule(rule: ChoiceRule, filter: ReviewFilter): Promise<void> {
      setIsBulkRunning(true)
      try {
        const { decided: count } = await call(decideImportChoices, { body: { ...of, ...filter, rule } })
        done.current = []
        await refresh('import_choice')
        setSent(new Map())
        notify({ kind: 'success', text: t('decided', { count }) })
      } catch (error) {
        showError(error)
      }
      setIsBulkRunning(false)
    },
  }
}
