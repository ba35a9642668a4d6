import type { ReactNode } from 'react'
import type { Overview } from '#contract/overview.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { detailOf } from '#web/record/record-address.ts'
import { RecordSection } from '#web/record/record-page.tsx'
import { overviewMessages } from './messages.ts'
import css from './overview.module.css'

type PartyKey = { noun: PartyEntity; id: number }
/** Props of every section. */
export type SectionProps = PartyKey & { overview: Overview }

/** Link to another tab of the same record. */
export function TabLink({ of: { noun, id }, tab, children }: { of: PartyKey; tab: string; children: ReactNode }) {
  return (
    <PageLink to={detailOf(noun)} params={{ id }} search={{ tab }}>
      {children}
    </PageLink>
  )
}

type Props = { of: PartyKey; title: string; tab: string; shown: number; total: number | undefined; children: ReactNode }

/** The first few items of a kind, with a link to all of them if there are more. */
export function OverviewSection({ of, title, tab, shown, total = 0, children }: Props) {
  const t = useT(overviewMessages)
  const more = total > shown && (
    <TabLink of={of} tab={tab}>
      {t('allOf', { count: total })}
    </TabLink>
  )
  return (
    <RecordSection title={title} more={more}>
      {children}
    </RecordSection>
  )
}

/** One row. A line marks items that are newer than the user's last visit. */
export function Item({ at, since, children }: { at: string; since: string | null; children: ReactNode }) {
  const t = useT(overviewMessages)
  const isNew = since !== null && at > since
  return (
    <li className={css.item} data-new={isNew || undefined}>
      {isNew && <span className="visually-hidden">{t('fresh')}</span>}
      {children}
    </li>
  )
}
