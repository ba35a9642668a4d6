import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { notifySuccess } from '#web/platform/notice.ts'
import { errorText, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import css from './info.module.css'

/** One session, feed or address: label, last use, and its button; without `end` it is view-only. */
type AccessItem = {
  id: number
  icon: LucideIcon
  name: ReactNode
  hint?: string
  facts: readonly string[]
  end?: { label: string; spoken: string; run: () => void }
}
type Props = {
  title: string
  text: string
  query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>
  ways: readonly AccessItem[]
  /** The key of the item that is being ended. */
  ending: number | string | null
  extra?: ReactNode
  /** Content above the items. */
  before?: ReactNode
  /** Content below the items. */
  after?: ReactNode
}

/** Sessions, calendar feeds or addresses of a user, each with a button to end it; reports a failure to load. */
export function AccessList({
  title,
  text,
  query: { data, error, isFetching, refetch },
  ways,
  ending,
  extra,
  before,
  after,
}: Props) {
  return (
    <section className={css.panel}>
      <div className="row spread gap-5">
        <h2>{title}</h2>
        {extra}
      </div>
      <p className={css.explain}>{text}</p>
      {before}
      {error && !data && (
        <Failure onRetry={() => void refetch()} isRetrying={isFetching}>
          {errorText(error)}
        </Failure>
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      <ul>
        {ways.map(({ id, icon: Icon, name, hint, facts, end }) => (
          <li key={id} className="row gap-4 pad-y-3 line-above">
            <Icon size={18} aria-hidden className="rigid faint" />
            <div className="grow break">
              <div title={hint}>{name}</div>
              <div className="flex wrap gap-x-5 small faint">
                {facts.map(fact => (
                  <span key={fact}>{fact}</span>
                ))}
              </div>
            </div>
            {end && (
              <Button size="small" loading={ending === id} aria-label={end.spoken} onClick={end.run}>
                {end.label}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {after}
    </section>
  )
}

/** Ends one item at a time and reports the result. */
export function useEnding<Which extends number | string>() {
  const [ending, setEnding] = useState<Which | null>(null)
  async function end(which: Which, stop: () => Promise<string>) {
    if (ending !== null) return
    setEnding(which)
    try {
      notifySuccess(await stop())
    } catch (failure) {
      showError(failure)
    } finally {
      setEnding(null)
    }
  }
  return { ending, end }
}
