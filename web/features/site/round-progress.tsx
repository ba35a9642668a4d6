import type { Round } from '#contract/site.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { DiffsLink } from './diffs-link.tsx'
import { useEndWord, useQualityWord } from './reason-words.ts'
import { roundMessages } from './round-messages.ts'
import { bytesText, useLasted } from './round-words.ts'
import css from './site.module.css'
import { isAtWork } from './site-calls.ts'

const countedStates = ['found', 'waiting', 'fetched', 'changed', 'added', 'removed', 'failed', 'refused'] as const

/**
 * A bar without text: the fetched share of the known addresses. It cannot predict the end, because pages lead to
 * further pages.
 */
export function ProgressBar({ found, waiting }: { found: number; waiting: number }) {
  const t = useT(roundMessages)
  const locale = useLocale()
  const done = Math.max(0, found - waiting)
  const share = found > 0 ? done / found : 0
  const number = (value: number) => value.toLocaleString(locale)
  const text = t('progress', { done: number(done), found: number(found) })
  return (
    <div className={css.progress}>
      <div
        className={css.bar}
        role="progressbar"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <span className="rigid small quiet">{text}</span>
    </div>
  )
}

/** The state as an icon and a word; the shape of the icon shows it without colour. */
export function RoundState({ state }: { state: string }) {
  const t = useT(roundMessages)
  const isKnown = ['running', 'stopping', 'stopped', 'complete', 'aborted'].includes(state)
  return (
    <span className={css.state} data-state={state}>
      {isKnown ? t(state as 'running') : state}
    </span>
  )
}

/** Progress of a round: its bar while it is running, its counts, and in words why addresses were refused or failed. */
export function RoundProgress({ round }: { round: Round }) {
  const t = useT(roundMessages)
  const lasted = useLasted()
  const endWord = useEndWord()
  const isRunning = isAtWork(round)
  return (
    <div className="stack gap-3 below-5">
      <p className={css.roundHead}>
        <strong>{t('round', { number: String(round.number) })}</strong>
        <RoundState state={round.state} />
        <span>{round.user_name ? t('by', { name: round.user_name }) : t(round.cause)}</span>
        <span>{formatInstant(round.started_at)}</span>
        <span>
          {t('lasted')} {lasted(round.started_at, round.ended_at)}
        </span>
        {round.end_reason && round.end_reason !== 'done' && (
          <span className="warning">{endWord(round.end_reason)}</span>
        )}
        <DiffsLink round={round} />
      </p>
      {isRunning && <ProgressBar found={round.counts.found} waiting={round.counts.waiting} />}
      <RoundCounts round={round} />
      <Reasons reasons={round.reasons} />
    </div>
  )
}

export function RoundCounts({ round: { counts } }: { round: Round }) {
  const t = useT(roundMessages)
  const locale = useLocale()
  return (
    <dl className={css.counts} aria-label={t('counts')}>
      {countedStates.map(name => (
        <div key={name} data-count={name} data-zero={counts[name] === 0 || undefined}>
          <dt>{t(name)}</dt>
          <dd>{counts[name].toLocaleString(locale)}</dd>
        </div>
      ))}
      <div data-count="bytes">
        <dt>{t('bytes')}</dt>
        <dd>{bytesText(counts.bytes)}</dd>
      </div>
    </dl>
  )
}

/** Most frequent first. */
export function Reasons({ reasons }: { reasons: Round['reasons'] }) {
  const t = useT(roundMessages)
  const locale = useLocale()
  const word = useQualityWord()
  const rows = Object.entries(reasons)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
  if (rows.length === 0) return null
  return (
    <ul className={css.reasons} aria-label={t('reasons')}>
      {rows.map(([code, count]) => (
        <li key={code}>
          {word(code)} <b>{count.toLocaleString(locale)}</b>
        </li>
      ))}
    </ul>
  )
}
