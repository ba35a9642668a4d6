import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import type { Og } from '#contract/og.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink, type SearchInput } from '#web/platform/page.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { DangerLevelMark, useDangerLevelName } from '#web/ui/danger-level.tsx'
import css from './dashboard.module.css'
import { dashboardMessages } from './messages.ts'

type Asked = { data: { items: Og[] } | undefined; isError: boolean; refetch: () => unknown }

type Props = {
  title: string
  /** The list behind it. */
  all: SearchInput
  asked: Asked
  /** What stands at the end of each row. */
  aside: (og: Og) => ReactNode
}

/** A few organisations, and the way to all of them. */
export function OgPanel({ title, all, asked, aside }: Props) {
  const t = useT(dashboardMessages)
  return (
    <section className={css.panel} aria-label={title}>
      <div className={css.panelHead}>
        <h2>{title}</h2>
        <PageLink to="og" search={all} aria-label={`${t('all')} · ${title}`}>
          {t('all')}
        </PageLink>
      </div>
      <PanelBody asked={asked} aside={aside} />
    </section>
  )
}

function PanelBody({ asked, aside }: Pick<Props, 'asked' | 'aside'>) {
  const t = useT(dashboardMessages)
  if (!asked.data && asked.isError)
    return (
      <p role="alert">
        {t('failedText')}
        <Button type="link" onClick={() => void asked.refetch()}>
          {t('retry')}
        </Button>
      </p>
    )
  if (!asked.data) return <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
  return (
    <ol className={css.rows}>
      {asked.data.items.map(og => (
        <OgRow key={og.id} og={og}>
          {aside(og)}
        </OgRow>
      ))}
    </ol>
  )
}

function OgRow({ og, children }: { og: Og; children: ReactNode }) {
  const levelName = useDangerLevelName()
  return (
    <li className={css.row}>
      <Avatar name={og.name} src={og.icon} size={20} />
      <PageLink to="og_detail" params={{ id: og.id }} title={og.name} className={css.rowName}>
        {og.name}
      </PageLink>
      <span className={css.level} title={levelName(og.danger_level)}>
        <DangerLevelMark level={og.danger_level} />
        <span className="visually-hidden">{levelName(og.danger_level)}</span>
      </span>
      <span className={css.aside}>{children}</span>
    </li>
  )
}
