import { Progress } from 'antd'
import { useEffect, useRef } from 'react'
import type { PreviewExample } from '#contract/screening_rule.api.ts'
import { previewChanges } from '#contract/screening_rule.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { detailOf } from '#web/record/record-address.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { screeningMessages } from './messages.ts'
import css from './rule.module.css'
import { ruleMessages } from './rule-messages.ts'
import { latestOthers, type Preview } from './use-preview.ts'

const inFigures = (count: number) => count.toLocaleString('en-US')

/** The effect of the unsaved numbers: the count of each kind of change, with the first examples. */
export function RulePreview({ preview }: { preview: Preview }) {
  const t = useT(ruleMessages)
  const { counts, examples, compared, total, isRunning, error } = preview
  const place = useRef<HTMLElement>(null)
  // The numbers fill the screen, so the preview below would be out of sight.
  useEffect(() => place.current?.scrollIntoView({ block: 'start' }), [])
  const found = previewChanges.filter(change => counts[change] > 0)
  return (
    <section ref={place} aria-labelledby="rule-changes" className={css.part}>
      <h2 id="rule-changes">{t('changes')}</h2>
      <p className="quiet">{t('onlyLatest', { count: inFigures(latestOthers) })}</p>
      <div role="status">
        <p className="small quiet">{t('compared', { done: inFigures(compared), total: inFigures(total) })}</p>
        {isRunning && (
          <Progress
            percent={total === 0 ? 0 : Math.floor((compared / total) * 100)}
            size="small"
            showInfo={false}
            aria-hidden
          />
        )}
      </div>
      {error !== null && <Failure>{errorText(error)}</Failure>}
      <dl className={css.counts}>
        {[...previewChanges, 'same' as const].map(change => (
          <div key={change} data-none={counts[change] === 0 || undefined}>
            <dt>{t(change)}</dt>
            <dd>{inFigures(counts[change])}</dd>
          </div>
        ))}
      </dl>
      {!isRunning && error === null && found.length === 0 && <p>{t('nothing')}</p>}
      {found.map(change => (
        <div key={change}>
          <h3 className={css.group}>{t(change)}</h3>
          {change === 'gone' && <p className="small quiet">{t('goneText')}</p>}
          <Examples examples={examples.filter(each => each.change === change)} />
        </div>
      ))}
    </section>
  )
}

function Examples({ examples }: { examples: readonly PreviewExample[] }) {
  const t = useT(ruleMessages)
  const words = useT(screeningMessages)
  const shown = (score: number | null) => (score === null ? t('none') : String(Math.round(score * 100)))
  return (
    <table className={css.examples}>
      <thead className="visually-hidden">
        <tr>
          <th>{t('record')}</th>
          <th>{t('entry')}</th>
          <th>{t('score')}</th>
        </tr>
      </thead>
      <tbody>
        {examples.map(({ noun, record, list, caption, before, after, state }) => (
          <tr key={`${noun} ${record.id} ${list.id} ${caption}`}>
            <td>
              <PageLink to={detailOf(noun)} params={{ id: record.id }}>
                {record.name}
              </PageLink>
            </td>
            <td>
              {caption}{' '}
              <span className="small quiet">
                {list.name}
                {state !== null && state !== 'open' && ` · ${words(state)}`}
              </span>
            </td>
            <td className={css.scores}>
              {shown(before)} → {shown(after)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
