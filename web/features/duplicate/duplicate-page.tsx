import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { type Duplicate, duplicateStates, type MergeEntity } from '#contract/duplicate.api.ts'
import { mergeEntities } from '#contract/registry.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { FindNow } from './find-now.tsx'
import { Groups } from './groups.tsx'
import { Merges } from './merges.tsx'
import { duplicateMessages } from './messages.ts'
import { pairOptions } from './pairs.ts'
import { Queue } from './queue.tsx'

const decidedStates = ['same', 'different', 'unsure'] as const satisfies readonly Duplicate['state'][]
const views = ['open', 'groups', ...decidedStates, 'merges'] as const
type DuplicateView = (typeof views)[number]
const isState = (view: DuplicateView): view is Duplicate['state'] => duplicateStates.some(state => state === view)

/** `/admin/duplicate`: possible duplicates, judged one after the other, and merges that can be undone. */
export default function DuplicatePage() {
  const t = useT(duplicateMessages)
  const { search, setSearch, isActive } = usePage()
  const noun: MergeEntity = mergeEntities.find(each => each === one(search.noun)) ?? 'og'
  const view: DuplicateView = views.find(each => each === one(search.view)) ?? 'open'
  const record = one(search.record)
  const current = Math.max(1, Number(one(search.current)) || 1)
  const isPairs = isState(view)
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
          options={mergeEntities.map(value => ({ value, label: t(value) }))}
          onChange={value => show({ noun: value, record: undefined })}
        />
        <div className="shrink scroll-x">
          <Segmented
            aria-label={t('views')}
            value={view}
            options={views.map(value => ({ value, label: t(value) }))}
            onChange={value => show({ view: value === 'open' ? undefined : value })}
          />
        </div>
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
      ) : view === 'groups' ? (
        <Groups key={noun} noun={noun} />
      ) : (
        <Merges noun={noun} record={record} />
      )}
    </PageFrame>
  )
}
