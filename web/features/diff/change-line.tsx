import type { Diff } from '#contract/diff.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import parts from './diff.module.css'
import { diffMessages } from './messages.ts'
import { type NamedText, splitNames } from './name-text.ts'
import { byImportance, useReasonText } from './reason-words.ts'

/**
 * The most significant change in one line: a removal by its text, other changes with their words before and after. With
 * `hasLinks`, records that the page newly names, or no longer names, are links; the line may then not be in a link itself.
 */
export function ChangeLine({ diff, hasLinks = false }: { diff: Diff; hasLinks?: boolean }) {
  const { excerpt, excerpt_runs: runs, kind, reasons } = diff
  const t = useT(diffMessages)
  const reasonText = useReasonText()
  const [state] = kind === 'state' ? byImportance(reasons) : []
  if (state) return reasonText(state)
  const named = hasLinks ? [...diff.new_mentions, ...diff.removed_mentions] : []
  const names = named.filter(({ verdict }) => verdict !== 'rejected')
  const linked = (text: string | null | undefined) => <Linked pieces={splitNames(text ?? '', names)} />
  if (runs.length === 0) return linked(excerpt)
  if (kind === 'changed' && runs.every(({ op }) => op === 'removed'))
    return (
      <>
        {t('noLonger')}
        {linked(runs.map(({ text }) => text).join(''))}
      </>
    )
  if (runs.length === 1) return linked(runs[0]?.text)
  return (
    <span className={parts.changed}>
      {runs.map(({ op, text }, at) => {
        const key = `${op}${at}`
        if (op === 'added') return <ins key={key}>{linked(text)}</ins>
        return op === 'removed' ? <del key={key}>{linked(text)}</del> : <span key={key}>{linked(text)}</span>
      })}
    </span>
  )
}

function Linked({ pieces }: { pieces: readonly NamedText[] }) {
  return pieces.map(({ text, named, at }) =>
    named ? (
      <PageLink key={at} to={`${named.noun}_detail`} params={{ id: named.id }} className="underline">
        {text}
      </PageLink>
    ) : (
      text
    ),
  )
}
