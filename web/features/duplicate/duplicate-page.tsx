import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { duplicateStates, type MergeNoun } from '#contract/duplicate.ts'
import { mergeNouns } from '#contract/noun.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { FindNow } from './find-now.tsx'
import { Merges } from './merges.tsx'
import { duplicateMessages } from './messages.ts'
import { pairOptions } from './pairs.ts'
import { Queue } from './queue.tsx'

const views = [...duplicateStates, 'merges'] as const
type View = (typeof views)[number]

/** `/admin/duplicate`: pairs that may be one, judged one after the other; merges, to be undone. */
export default function DuplicatePage() {
  const t = useT(duplicateMessages)
  const { search, setSearch, isActive } = usePage()
  const noun: MergeNoun = mergeNouns.find(each => each === one(search.noun)) ?? 'og'
  const view: View = views.find(each => each === one(search.view)) ?? 'open'
  const record = one(search.record)
  const current = Math.max(1, Number(one(search.current)) || 1)
  const isPairs = view !== 'merges'
  const pairs = useQuery({
    ...pairOptions({ noun, state: isPairs ? view : 'open', current, record }),
    enabled: isActive && isPairs,
  })
  const show = (next: Record<string, string | undefined>) =>
    setSearch(before => ({ ...before, current: undefined, ...next }))

  return (
    <PageFrame
      title={t('title')}
      meta={isPairs && pairs.data && t('total', { count: pairs.data.total })}
      text={t('titleText')}
      acts={<FindNow noun={noun} />}
      isWide
    >
      <div className="row wrap gap-3 gap-x-5">
        <Segmented
          aria-label={t('nouns')}
          value={noun}
          options={mergeNouns.map(value => ({ value, label: t(value) }))}
          onChange={value => show({ noun: value, record: undefined })}
        />
        <Segmented
          aria-label={t('views')}
          value={view}
          options={views.map(value => ({ value, label: t(value) }))}
          onChange={value => show({ view: value === 'open' ? undefined : value })}
        />
        {record && (
          <span className="small faint">
            {t('onlyRecord')}{' '}
            <Button size="small" type="link" onClick={() => show({ record: undefined })}>
              {t('showAll')}
            </Button>
          </span>
        )}
      </div>
      {isPairs ? (
        <Queue
          key={`${noun} ${view} ${record} ${current}`}
          noun={noun}
          asked={pairs}
          state={view}
          current={current}
          onPage={page => setSearch(before => ({ ...before, current: String(page) }))}
        />
      ) : (
        <Merges noun={noun} record={record} />
      )}
    </PageFrame>
  )
}
