import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Diff } from '#contract/diff.api.ts'
import { listPageVersions, type PageVersion } from '#contract/page.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { OutLink } from '#web/ui/out-link.tsx'
import parts from './diff.module.css'
import { Chips, DiffScore, diffTitle, hasFinds, KindMark } from './diff-parts.tsx'
import { diffMessages } from './messages.ts'
import { byImportance, useReasonText } from './reason-words.ts'
import css from './review.module.css'

/**
 * The heading of a difference: page, organisation, compared versions and reasons. It leaves out everything that the
 * context panel shows.
 */
export function DiffHead({ diff, level, hasContext = false }: { diff: Diff; level: 1 | 2; hasContext?: boolean }) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <header className={css.head}>
      <div className={css.headTop}>
        <DiffScore score={diff.score} />
        <div className={css.headNames}>
          <Title title={diffTitle(diff)}>{diffTitle(diff)}</Title>
          <div className={css.headLine}>
            <PageLink to="og_detail" params={{ id: diff.og.id }}>
              {displayName(diff.og)}
            </PageLink>
            <KindMark diff={diff} />
            <Versions diff={diff} />
          </div>
          <div className={css.headLine}>
            <Address url={diff.page.url} />
          </div>
        </div>
      </div>
      <Reasons diff={diff} isWhole={level === 1} />
      {!hasContext && hasFinds(diff) && (
        <div className={parts.chips}>
          <Chips diff={diff} page={diff.page.id} />
        </div>
      )}
      <Events diff={diff} />
    </header>
  )
}

function Address({ url }: { url: string }) {
  return (
    <span className={css.address}>
      <OutLink address={url} isMarked />
    </span>
  )
}

/** The two snapshots by round and time; an absent one is marked as such. */
function Versions({ diff }: { diff: Diff }) {
  const t = useT(diffMessages)
  const { data } = useQuery({
    ...endpointQuery(listPageVersions, { params: { id: diff.page.id }, query: { pageSize: 50 } }),
    staleTime: 60_000,
  })
  const show = (id: number | null) => {
    if (id === null) return t('none')
    const version: PageVersion | undefined = data?.items.find(each => each.id === id)
    if (data === undefined) return t('version', { round: '10', at: formatInstant(diff.created_at) })
    return version ? t('version', { round: String(version.round), at: formatInstant(version.fetched_at) }) : '…'
  }
  // While it loads, the line is as wide as it will be, so that nothing below it moves.
  const isLoading = data === undefined
  return (
    <span className={isLoading ? css.awaited : 'small quiet'} aria-hidden={isLoading}>
      {diff.kind === 'state' ? (
        <>
          {show(diff.from_version)} · {t('sameText')}
        </>
      ) : (
        <>
          {show(diff.from_version)} → {show(diff.to_version)}
        </>
      )}
    </span>
  )
}

const initialCount = 3

/**
 * All reasons of the score, most important first. Next to the queue, only the first are shown until the user expands them.
 */
function Reasons({ diff, isWhole }: { diff: Diff; isWhole: boolean }) {
  const t = useT(diffMessages)
  const text = useReasonText()
  const [isOpen, setIsOpen] = useState(isWhole)
  const reasons = byImportance(diff.reasons)
  const shown = isOpen ? reasons : reasons.slice(0, initialCount)
  const more = reasons.length - shown.length
  if (reasons.length === 0 && diff.is_judged) return null
  return (
    <ul className="flex wrap gap-1 gap-x-5 quiet" aria-label={t('reasons')}>
      {shown.map(reason => (
        <li key={`${reason.code} ${reason.value ?? ''}`}>{text(reason)}</li>
      ))}
      {!diff.is_judged && <li className="small quiet">{t('notJudged')}</li>}
      {more > 0 && (
        <li>
          <button type="button" className={parts.link} onClick={() => setIsOpen(true)}>
            {t('moreReasons', { count: more })}
          </button>
        </li>
      )}
    </ul>
  )
}

function Events({ diff }: { diff: Diff }) {
  const t = useT(diffMessages)
  if (diff.events.length === 0) return null
  return (
    <p className={css.headLine}>
      <span className="small quiet">{t('events')}</span>
      {diff.events.map(({ id, name }) => (
        <PageLink key={id} to="event_detail" params={{ id }}>
          {name}
        </PageLink>
      ))}
    </p>
  )
}
