import { Segmented } from 'antd'
import { useEffect, useRef } from 'react'
import type { ImportChoice } from '#contract/import_choice.api.ts'
import { useClaimValue, useFieldLabels } from '#web/features/claim/claim.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { detailOf } from '#web/record/record-address.ts'
import { OwnerName } from '#web/ui/list/cells.tsx'
import css from './import-review.module.css'
import { importReviewMessages } from './messages.ts'

type Props = {
  item: ImportChoice
  choice: ImportChoice['choice']
  isChosen: boolean
  isFixed: boolean
  onChoose: () => void
  onDecide: (choice: 'take' | 'keep') => void
}

/** One value: the present one with its sources, the one in the file, and the choice between them. */
export function ChoiceRow({ item, choice, isChosen, isFixed, onChoose, onDecide }: Props) {
  const t = useT(importReviewMessages)
  const labelOf = useFieldLabels()
  const becomes = choice ?? item.rule
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isChosen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: j and k select rows by keyboard; a press selects a row too.
    <li ref={line} className={css.row} aria-current={isChosen} onClick={onChoose}>
      <span className={css.n}>{item.n}</span>
      <div className={css.what}>
        <PageLink
          to={detailOf(item.noun)}
          params={{ id: item.record_id }}
          className="block ellipsis"
          title={item.title}
          tabIndex={isChosen ? 0 : -1}
        >
          {item.title}
        </PageLink>
        <span className="small quiet">{labelOf(item.noun, item.field)}</span>
      </div>
      <div className={css.side} data-title={t('shown')} data-wins={becomes === 'keep'}>
        <Value item={item} value={item.shown} />
        <p className="small quiet">
          <ValueAuthor by={item.by} />
        </p>
      </div>
      <div className={css.side} data-title={t('file')} data-wins={becomes === 'take'}>
        <Value item={item} value={item.value} />
      </div>
      <div className={css.decision}>
        <Segmented
          size="small"
          aria-label={t('decision')}
          value={becomes}
          disabled={isFixed}
          options={[
            { value: 'keep', label: t('recordImportAct') },
            { value: 'take', label: t('takeAct') },
          ]}
          onChange={onDecide}
        />
        {choice === null && <span className="small faint">{t('byRule')}</span>}
      </div>
    </li>
  )
}

function Value({ item, value }: { item: ImportChoice; value: unknown }) {
  const t = useT(importReviewMessages)
  const show = useClaimValue(item.noun)
  const text = typeof value === 'string' ? value : undefined
  if (value === null) return <p className="quiet">{t('nothingThere')}</p>
  return (
    <p className={css.value} title={text}>
      {show(item.field, value)}
    </p>
  )
}

function ValueAuthor({ by }: { by: ImportChoice['by'] }) {
  const t = useT(importReviewMessages)
  const at = by.at && ` · ${formatInstant(by.at)}`
  if (by.kind === 'person')
    return (
      <>
        {by.user_id === null ? t('nobody') : <OwnerName id={by.user_id} />}
        {at}
      </>
    )
  if (by.id === null)
    return (
      <>
        {t('withheld')}
        {at}
      </>
    )
  return (
    <>
      <PageLink to="source_detail" params={{ id: by.id }} tabIndex={-1}>
        {by.name}
      </PageLink>
      {at}
    </>
  )
}
