import type { ReactNode } from 'react'
import { dangerLevels } from '#contract/og.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink, type SearchInput } from '#web/platform/page.tsx'
import { DangerLevelTag } from '#web/ui/danger-level.tsx'
import css from './dashboard.module.css'
import { dashboardMessages } from './messages.ts'

type Counts = { total: number; danger_levels: readonly { danger_level: string; count: number }[] }

/** Six numbers, each the way to the list behind it. */
export function OgNumbers({ counts }: { counts: Counts }) {
  const t = useT(dashboardMessages)
  const countOf = (level: string) => counts.danger_levels.find(each => each.danger_level === level)?.count ?? 0
  return (
    <ul className={css.numbers} aria-label={t('numbers')}>
      <NumberLink search={{}} count={counts.total}>
        {t('total')}
      </NumberLink>
      {dangerLevels.map(level => (
        <NumberLink key={level} search={{ danger_level: level }} count={countOf(level)}>
          <DangerLevelTag level={level} />
        </NumberLink>
      ))}
    </ul>
  )
}

type NumberProps = { search: SearchInput; count: number; children: ReactNode }

function NumberLink({ search, count, children }: NumberProps) {
  const locale = useLocale()
  return (
    <li>
      <PageLink to="og" search={search} className={css.number}>
        <span className={css.numberName}>{children}</span>
        <span className={css.figure}>{count.toLocaleString(locale)}</span>
      </PageLink>
    </li>
  )
}
