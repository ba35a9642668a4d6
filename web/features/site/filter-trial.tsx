import { Alert, Skeleton } from 'antd'
import type { Reply } from '#contract/endpoint.ts'
import type { trySiteFilter } from '#contract/site.api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import css from './filter.module.css'
import { filterMessages } from './filter-messages.ts'

type Trial = Reply<typeof trySiteFilter>

type Props = { trial: Trial | undefined; isPending: boolean; isOld: boolean; failure: string }

const shownAtMost = 500

/** The text that a filter retains of a stored version, and the text that it removes, side by side. */
export function FilterTrial({ trial, isPending, isOld, failure }: Props) {
  const t = useT(filterMessages)
  if (failure) return <Failure>{failure}</Failure>
  if (!trial)
    return isPending ? (
      <div role="status" aria-label={t('trying')}>
        <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
      </div>
    ) : null
  if (trial.version_id === null) return <Alert type="info" title={t('noVersion')} />
  return (
    <div className={css.trial} data-old={isOld || undefined} aria-busy={isPending}>
      {trial.url && <p className="small mono quiet break">{trial.url}</p>}
      {trial.idle.length > 0 && (
        <Alert
          type="warning"
          title={t('idle')}
          description={
            <ul className="above-2 small mono break marks">
              {trial.idle.map(each => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          }
        />
      )}
      <div className={css.sides}>
        <Blocks kind="kept" trial={trial} chars={trial.kept_chars} none={t('noneKept')} />
        <Blocks kind="dropped" trial={trial} chars={trial.dropped_chars} none={t('noneDropped')} />
      </div>
    </div>
  )
}

type BlocksProps = { kind: 'kept' | 'dropped'; trial: Trial; chars: number; none: string }

function Blocks({ kind, trial, chars, none }: BlocksProps) {
  const t = useT(filterMessages)
  const locale = useLocale()
  // Blocks of links and pictures alone have no text to show.
  const blocks = trial.blocks.filter(block => block.is_kept === (kind === 'kept') && block.text !== '')
  const shown = blocks.slice(0, shownAtMost)
  return (
    <section className={css.side} data-kind={kind} aria-label={t(kind)}>
      <h3>
        {t(kind)} <small>{t('chars', { count: chars })}</small>
      </h3>
      {blocks.length === 0 ? (
        <p className="faint">{none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        <ol className={css.blocks} tabIndex={0} aria-label={t(kind)}>
          {shown.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a page have no other name.
            <li key={index}>
              <code>{block.tag}</code>
              <span>{block.text}</span>
            </li>
          ))}
        </ol>
      )}
      {blocks.length > shown.length && (
        <p className="faint">{t('more', { count: shown.length.toLocaleString(locale) })}</p>
      )}
    </section>
  )
}
