import { Activity, CornerUpRight, FilePlus2, FileX2, Link2, PencilLine } from 'lucide-react'
import { type Diff, reviewThreshold } from '#contract/diff.api.ts'
import { NamedChip, useCertaintyWord } from '#web/features/mention/mention.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import css from './diff.module.css'
import { diffMessages } from './messages.ts'
import { byImportance, useReasonText } from './reason-words.ts'

const highFrom = 60

/** The score as a number over a bar; its colour is its band. */
export function DiffScore({ score }: { score: number }) {
  const t = useT(diffMessages)
  const band = score >= highFrom ? 'high' : score >= reviewThreshold ? 'worth' : 'low'
  return (
    <span className={css.score} data-band={band} title={t('score', { score: String(score) })}>
      <span className="visually-hidden">{t('score', { score: '' })}</span>
      {score}
      <span className={css.scoreBar} aria-hidden>
        <span style={{ width: `${score}%` }} />
      </span>
    </span>
  )
}

const kindIcons = { added: FilePlus2, changed: PencilLine, removed: FileX2, link_only: Link2, state: Activity }

type KindProps = { diff: Pick<Diff, 'kind' | 'moved_to'>; isBrief?: boolean }

/** The kind of change; only its icon in short form. */
export function KindMark({ diff: { kind, moved_to }, isBrief = false }: KindProps) {
  const t = useT(diffMessages)
  const Icon = kindIcons[kind]
  if (moved_to !== null)
    return (
      <span className={css.kind} data-kind="moved">
        <CornerUpRight size={14} aria-hidden /> {t('movedPage')}
      </span>
    )
  return (
    <span className={css.kind} data-kind={kind} title={isBrief ? t(kind) : undefined}>
      <Icon size={14} aria-hidden /> <span className={isBrief ? 'visually-hidden' : undefined}>{t(kind)}</span>
    </span>
  )
}

/** The target of a page that has moved. It is text without a link, so that no one opens a watched site by mistake. */
export function MovedTo({ diff: { kind, moved_to } }: { diff: Pick<Diff, 'kind' | 'moved_to'> }) {
  const t = useT(diffMessages)
  if (moved_to === null) return null
  return (
    <span className="small quiet">
      {t(kind === 'removed' ? 'likelyAt' : 'movedTo')} <span className={css.movedTarget}>{moved_to}</span>
    </span>
  )
}

const shownAtMost = 6

type ChipsProps = {
  diff: Pick<Diff, 'new_hits' | 'new_mentions'> & Partial<Pick<Diff, 'removed_mentions'>>
  page?: number
}

/** Whether `Chips` shows anything. */
export const hasFinds = (diff: Pick<Diff, 'new_hits' | 'new_mentions' | 'removed_mentions'>): boolean =>
  diff.new_hits.length + diff.new_mentions.length + diff.removed_mentions.length > 0

/**
 * New sensitive words, gravest first, then known names, then those that are no longer named. With `page`, names show their evidence and can be confirmed or
 * rejected.
 */
export function Chips({ diff: { new_hits, new_mentions, removed_mentions = [] }, page }: ChipsProps) {
  const t = useT(diffMessages)
  const word = useCertaintyWord()
  const named = new_mentions.filter(each => page !== undefined || each.verdict !== 'rejected')
  const hits = new_hits.toSorted((a, b) => b.level - a.level).slice(0, shownAtMost)
  return (
    <>
      {hits.map(({ word_id, word, level, count }) => (
        <span
          key={word_id}
          className={`${css.heat} ${css.hit}`}
          data-level={level}
          title={t('hitLevel', { word, level: String(level), count })}
        >
          <span className="ellipsis">{word}</span>
          {count > 1 && <span className="rigid">×{count}</span>}
          <span className={css.hitLevel}>{level}</span>
        </span>
      ))}
      {page !== undefined &&
        named.map(each => <NamedChip key={`${each.noun}${each.id}`} named={each} place={{ page }} />)}
      {page === undefined &&
        named.slice(0, shownAtMost).map(each => (
          <PageLink
            key={`${each.noun}${each.id}`}
            to={`${each.noun}_detail`}
            params={{ id: each.id }}
            className={css.mention}
            data-certainty={each.certainty}
            title={`${word(each)} · ${each.name}`}
          >
            <span className="ellipsis">{each.name}</span>
            {each.certainty !== 'certain' && <span className="rigid">?</span>}
          </PageLink>
        ))}
      {removed_mentions
        .filter(({ verdict }) => verdict !== 'rejected')
        .slice(0, shownAtMost)
        .map(each => (
          <PageLink
            key={`removed ${each.noun}${each.id}`}
            to={`${each.noun}_detail`}
            params={{ id: each.id }}
            className={css.mention}
            data-certainty={each.certainty}
            title={t('noLongerNamed', { name: each.name })}
          >
            <del className="ellipsis">{each.name}</del>
            {each.certainty !== 'certain' && <span className="rigid">?</span>}
          </PageLink>
        ))}
    </>
  )
}

const ofCluster: ReadonlySet<string> = new Set([
  'same_edit',
  'series',
  'same_place',
  'same_state',
  'moved_page',
  'likely_moved',
  'still_moved',
])

/** The strongest reasons in words. */
export function TopReasons({ diff, count }: { diff: Pick<Diff, 'reasons'>; count: number }) {
  const text = useReasonText()
  // The row already shows the number of pages in the cluster and the target of a moved page.
  const top = byImportance(diff.reasons.filter(({ code }) => !ofCluster.has(code))).slice(0, count)
  if (top.length === 0) return null
  return <span className="grow ellipsis">{top.map(text).join(' · ')}</span>
}

/** The decoded path of an address; its host if the path is empty. */
export function pathOf(url: string): string {
  try {
    const { pathname, search, host } = new URL(url)
    const path = pathname + search
    return path === '/' ? host : decodeURI(path)
  } catch {
    return url
  }
}

export const diffTitle = ({ page }: Pick<Diff, 'page'>) => page.title || pathOf(page.url)
