import type { Diff } from '#contract/diff.api.ts'
import { useT } from '#web/platform/i18n.ts'
import parts from './diff.module.css'
import { diffMessages } from './messages.ts'
import { byImportance, useReasonText } from './reason-words.ts'

/** The most significant change in one line: a removal by its text, other changes with their words before and after. */
export function ChangeLine({ diff: { excerpt, excerpt_runs: runs, kind, reasons } }: { diff: Diff }) {
  const t = useT(diffMessages)
  const reasonText = useReasonText()
  const [state] = kind === 'state' ? byImportance(reasons) : []
  if (state) return reasonText(state)
  if (runs.length === 0) return excerpt
  if (kind === 'changed' && runs.every(({ op }) => op === 'removed'))
    return t('noLonger', { text: runs.map(({ text }) => text).join('') })
  if (runs.length === 1) return runs[0]?.text
  return (
    <span className={parts.changed}>
      {runs.map(({ op, text }, at) => {
        const key = `${op}${at}`
        if (op === 'added') return <ins key={key}>{text}</ins>
        return op === 'removed' ? <del key={key}>{text}</del> : <span key={key}>{text}</span>
      })}
    </span>
  )
}
