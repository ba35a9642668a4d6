import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Pagination, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Duplicate, MergeEntity } from '#contract/duplicate.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { undoLast } from '#web/platform/undo.ts'
import { Message } from '#web/ui/frame/message.tsx'
import css from './duplicate.module.css'
import { duplicateMessages } from './messages.ts'
import { DuplicatePair } from './pair.tsx'
import { pairsOnPage } from './pairs.ts'
import { useSideText } from './side-text.ts'

const likelyFrom = 75

type Props = {
  noun: MergeEntity
  query: UseQueryResult<ListPage<Duplicate>>
  state: Duplicate['state']
  current: number
  onPage: (page: number) => void
}

/** Pairs at the left, the current one at the right; after a decision the next one becomes current. */
export function Queue({ noun, query: { data, error, refetch, isFetching }, state, current, onPage }: Props) {
  const t = useT(duplicateMessages)
  const [at, setAt] = useState(0)
  const items = data?.items ?? []
  const place = Math.max(0, Math.min(at, items.length - 1))
  const pair = items[place]
  const step = (by: number) => setAt(Math.max(0, Math.min(place + by, items.length - 1)))
  useShortcut('j', t('next'), () => step(1))
  useShortcut('k', t('previous'), () => step(-1))
  useShortcut('z', t('undo'), () => void undoLast())
  useShortcut('u', t('undo'), () => void undoLast())

  if (error && !data)
    return (
      <Message role="alert" title={t('pairsFailed')} text={errorText(error)}>
        <Button loading={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </Message>
    )
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 8 }} aria-label={t('loading')} />
  if (!pair) return <Empty isOpen={state === 'open'} />
  return (
    <div className={css.columns}>
      <nav className={css.queue} aria-label={t('queue')}>
        <ol className="below-3 panel scroll">
          {items.map((each, index) => (
            <QueueItem key={each.id} pair={each} isChosen={index === place} onChoose={() => setAt(index)} />
          ))}
        </ol>
        {data.total > pairsOnPage && (
          <Pagination
            simple
            size="small"
            current={current}
            pageSize={pairsOnPage}
            total={data.total}
            showSizeChanger={false}
            onChange={onPage}
          />
        )}
      </nav>
      <DuplicatePair key={pair.id} noun={noun} pair={pair} />
    </div>
  )
}

function QueueItem({ pair, isChosen, onChoose }: { pair: Duplicate; isChosen: boolean; onChoose: () => void }) {
  const sideText = useSideText()
  const t = useT(duplicateMessages)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isChosen])
  return (
    <li>
      <button ref={button} type="button" className={css.item} aria-current={isChosen} onClick={onChoose}>
        <span
          className={css.score}
          data-likely={pair.score >= likelyFrom}
          title={t('score', { score: String(pair.score) })}
        >
          {pair.score}
        </span>
        <span className="grow">
          {[pair.a, pair.b].map(side => (
            <span key={side.id} className="block ellipsis" title={displayName(side)}>
              {displayName(side)}
              <span className="small faint"> {sideText(side)}</span>
            </span>
          ))}
        </span>
      </button>
    </li>
  )
}

function Empty({ isOpen }: { isOpen: boolean }) {
  const t = useT(duplicateMessages)
  return <Message title={t(isOpen ? 'emptyOpen' : 'emptyDecided')} {...(isOpen && { text: t('emptyOpenText') })} />
}
