import { Button, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import type { OverviewCounts } from '#contract/overview.api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { useIsNarrow, useIsPhone } from '#web/platform/media.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { recordMessages } from './messages.ts'
import css from './record.module.css'

/** `field`: the record’s own field that it shows. */
export type PageFact = { label: string; value: ReactNode; isMono?: boolean; field?: string }

/** `count`: the overview's count of its items. */
export type RecordTab = {
  key: string
  label: string
  count?: keyof OverviewCounts | undefined
  content: ReactNode
}

type Props = {
  /** Link to the list. */
  back: ReactNode
  icon?: ReactNode
  title: string
  subtitle?: string | null
  /** The fields that title and subtitle show. */
  named?: { title: string; subtitle?: string } | undefined
  /** Level, region and similar marks next to the name. */
  marks?: ReactNode
  acts?: ReactNode
  /** Below the name: the most important information. */
  banner?: ReactNode
  factsLabel: string
  facts: readonly PageFact[]
  /** Content next to a fact that is a field. */
  markOf?: (field: string) => ReactNode
  belowFacts?: ReactNode
  /** The first tab is shown if the address names none. */
  tabs: readonly RecordTab[]
  /** Absent until they are loaded. */
  counts?: OverviewCounts | undefined
}

/** One record on one screen: name and actions, facts at the left, tabs of sections. The address holds the tab. */
export function RecordPage({
  back,
  icon,
  title,
  subtitle,
  named,
  marks,
  acts,
  banner,
  factsLabel,
  facts,
  markOf,
  belowFacts,
  tabs,
  counts,
}: Props) {
  const { search, setSearch } = usePage()
  const isPhone = useIsPhone()
  const first = tabs[0]?.key ?? ''
  const requested = one(search.tab)
  const active = tabs.some(tab => tab.key === requested) ? requested : first
  const open = (key: string) => setSearch(before => ({ ...before, tab: key === first ? null : key }), { replace: true })
  return (
    <article className="shrink">
      {tabs.slice(0, mostKeys).map((tab, place) => (
        <TabKey key={tab.key} digit={place + 1} label={tab.label} run={() => open(tab.key)} />
      ))}
      {isPhone ? (
        <div className={css.bar}>
          <nav className="way-back">{back}</nav>
          {acts && <div className={css.acts}>{acts}</div>}
        </div>
      ) : (
        <nav className="way-back">{back}</nav>
      )}
      <header className={css.header}>
        {icon}
        <div className={css.names}>
          <h1 className="lines" title={title}>
            {title}
          </h1>
          {named && markOf?.(named.title)}
          {subtitle && (
            <span className="faint break">
              {subtitle} {named?.subtitle && markOf?.(named.subtitle)}
            </span>
          )}
          {marks && <div className={css.marks}>{marks}</div>}
        </div>
        {acts && !isPhone && <div className={css.acts}>{acts}</div>}
      </header>
      {banner}
      <div className={css.columns}>
        <aside className="pad-5 panel" aria-label={factsLabel}>
          <Facts facts={facts} markOf={markOf} below={belowFacts} />
        </aside>
        <Tabs
          // Small enough for ten tabs in a window of 1280 pixels; others are hidden behind a button.
          tabBarGutter={18}
          className={`${css.tabs} panel`}
          activeKey={active}
          onChange={open}
          items={tabs.map(({ key, label, count, content }) => ({
            key,
            label: <TabLabel label={label} count={count && counts?.[count]} />,
            children: content,
          }))}
        />
      </div>
    </article>
  )
}

/** Digits open the tabs by their position. */
const mostKeys = 9

function TabKey({ digit, label, run }: { digit: number; label: string; run: () => void }) {
  const t = useT(recordMessages)
  useShortcut(String(digit), t('openNamed', { name: label }), run, 'record')
  return null
}

/** An empty tab has no number, so screen readers announce none. */
function TabLabel({ label, count = 0 }: { label: string; count?: number | undefined }) {
  const locale = useLocale()
  if (count === 0) return label
  return (
    <>
      {label} <span className="small faint">{count.toLocaleString(locale)}</span>
    </>
  )
}

/** Facts above the content of a narrow screen; the others are folded. */
const narrowFacts = 4

/** The picture is in the header of a narrow screen. */
const isPicture = ({ field }: PageFact) => field === 'icon'

function Facts({ facts, markOf, below }: Pick<Props, 'facts' | 'markOf'> & { below: ReactNode }) {
  const t = useT(recordMessages)
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const isFolded = isNarrow && !isOpen
  const shown = isFolded ? facts.filter(fact => !isPicture(fact)).slice(0, narrowFacts) : facts
  return (
    <div className={isFolded ? css.foldedFacts : undefined}>
      <dl className={css.facts}>
        {shown.map(({ label, value, isMono, field }) => (
          <div key={label}>
            <dt>
              {label} {field && markOf?.(field)}
            </dt>
            <dd className={isMono ? 'small mono' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      {!isFolded && below}
      {isNarrow && (isOpen || shown.length < facts.length) && (
        <Button
          type="link"
          size="small"
          className={css.allFacts}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'fewerFacts' : 'allFacts', { count: facts.length })}
        </Button>
      )}
    </div>
  )
}

/** The sections of an overview: two columns on a wide screen. */
export function OverviewColumns({ children }: { children: ReactNode }) {
  return <div className={css.overview}>{children}</div>
}

/** A part of a tab. */
export function RecordSection({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  return (
    <section className={css.section}>
      <div className="flex baseline gap-4 below-3">
        <h2>{title}</h2>
        {more}
      </div>
      {children}
    </section>
  )
}
