import type { ReactNode } from 'react'
import type { Og } from '#contract/og.api.ts'
import { namesOf } from '#web/platform/display-name.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { PageLink, type SearchInput } from '#web/platform/page.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { DangerLevelMark, useDangerLevelName } from '#web/ui/danger-level.tsx'
import css from './dashboard.module.css'
import { dashboardMessages } from './messages.ts'
import { Panel, type PanelQuery } from './panel.tsx'

export const listedAtMost = 8

type Props<O> = {
  title: string
  /** Filter of the list with all of them; absent if no list has this order. */
  all?: SearchInput
  query: PanelQuery<{ items: O[] }>
  /** Selects the organisations that have the value shown in `extra`. */
  isShown?: (og: O) => boolean
  /** Content at the end of each row. */
  extra: (og: O) => ReactNode
}

/** A few organisations with a link to the full list. */
export function OgPanel<O extends Og>({ title, all, query, isShown = () => true, extra }: Props<O>) {
  const t = useT(dashboardMessages)
  return (
    <Panel
      title={title}
      query={query}
      rows={listedAtMost}
      isEmpty={({ items }) => !items.some(isShown)}
      more={
        all && (
          <PageLink to="og" search={all} aria-label={`${t('all')} · ${title}`}>
            {t('all')}
          </PageLink>
        )
      }
    >
      {({ items }) => (
        <ol>
          {items.filter(isShown).map(og => (
            <OgRow key={og.id} og={og}>
              {extra(og)}
            </OgRow>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function OgRow({ og, children }: { og: Og; children: ReactNode }) {
  const levelName = useDangerLevelName()
  const [name] = namesOf(og, useLocale())
  return (
    <li className={css.row}>
      <Avatar name={name} src={og.icon} size={20} />
      <PageLink to="og_detail" params={{ id: og.id }} title={name} className={css.rowName}>
        {name}
      </PageLink>
      <span className="inline-row" title={levelName(og.danger_level)}>
        <DangerLevelMark level={og.danger_level} />
        <span className="visually-hidden">{levelName(og.danger_level)}</span>
      </span>
      <span className={css.aside}>{children}</span>
    </li>
  )
}
