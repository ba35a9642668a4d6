import { useT } from '#web/platform/i18n.ts'
import { pasteMessages } from './paste-messages.ts'
import css from './word.module.css'
import type { PasteResult } from './word.ts'

const maxReportedLines = 200

/** The effect of a list: the totals, and the lines that are not simply new. */
export function PastePreview({ pasted, isChecking }: { pasted: PasteResult | undefined; isChecking: boolean }) {
  const t = useT(pasteMessages)
  if (!pasted) return <p className={css.quiet}>{isChecking ? t('checking') : ''}</p>
  const sums = ['added', 'updated', 'kept', 'invalid'] as const
  return (
    <section
      className={css.preview}
      data-checking={isChecking ? '' : undefined}
      aria-busy={isChecking}
      aria-live="polite"
    >
      <ul className={css.sums}>
        {sums.map(sum => (
          <li key={sum} data-sum={sum} data-none={pasted[sum] === 0 ? '' : undefined}>
            <b>{pasted[sum].toLocaleString('en-US')}</b> {t(sum)}
          </li>
        ))}
      </ul>
      {pasted.lines.length > 0 && <Lines lines={pasted.lines} />}
    </section>
  )
}

function Lines({ lines }: { lines: PasteResult['lines'] }) {
  const t = useT(pasteMessages)
  const word = (outcome: PasteResult['lines'][number]['outcome']) =>
    outcome === 'existing' || outcome === 'updated' ? t(`is_${outcome}`) : t(outcome)
  return (
    <div className={css.lines}>
      <table className="table">
        <thead>
          <tr>
            <th>{t('line')}</th>
            <th>{t('content')}</th>
            <th>{t('outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, text, outcome }) => (
            <tr key={line} data-outcome={outcome}>
              <td>{line}</td>
              <td title={text}>{text}</td>
              <td>{word(outcome)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length >= maxReportedLines && <p className={css.quiet}>{t('more', { count: maxReportedLines })}</p>}
    </div>
  )
}
