import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { listOgCates, type OgCate } from '#contract/og_cate.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { addOgCate } from './acts.ts'
import { ogCateMessages } from './messages.ts'
import { NameForm } from './name-form.tsx'
import css from './og-cate.module.css'
import { OgCateTable } from './og-cate-table.tsx'

const pageSize = 50
const none: OgCate[] = []
const typingMs = 250

/** `/admin/og_cates`: a short list that is edited in place. */
export default function OgCatePage() {
  const t = useT(ogCateMessages)
  const { search, setSearch, isActive } = usePage()
  const keyword = one(search.keyword) ?? ''
  const sort = sortOf(one(search.sort))
  const current = Math.max(1, Number(one(search.current)) || 1)
  const query = { current, pageSize, sort, ...(keyword && { keyword }) }
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(listOgCates, { query }),
    placeholderData: keepPreviousData,
    enabled: isActive,
  })
  const total = data?.total ?? 0

  const onSort = (next: string | undefined) =>
    setSearch(before => ({ ...before, sort: next === 'name' ? undefined : next, current: undefined }))
  const onPage = (next: number) => setSearch(before => ({ ...before, current: next === 1 ? undefined : String(next) }))

  return (
    <PageFrame title={t('title')} meta={data && t('total', { count: total })} text={t('titleText')}>
      <div className="flex wrap at-top spread gap-x-6">
        <NameForm
          label={t('newName')}
          submitLabel={t('add')}
          isPrimary
          save={async name => {
            await addOgCate(name)
            notifySuccess(t('addedNamed', { name }))
          }}
        />
        <Keyword
          value={keyword}
          onChange={next => setSearch(before => ({ ...before, keyword: next, current: undefined }), { replace: true })}
        />
      </div>
      {error && (
        <Failure isWhole onRetry={() => void refetch()} isRetrying={isFetching}>
          {errorText(error)}
        </Failure>
      )}
      {(data || !error) && (
        <OgCateTable
          rows={data?.items ?? none}
          isBusy={!data && isFetching}
          order={{ sort, onChange: onSort }}
          pages={{ current, pageSize, total, onChange: onPage }}
          empty={data ? (keyword ? t('noMatch', { keyword }) : t('empty')) : ''}
        />
      )}
    </PageFrame>
  )
}

type Sort = 'name' | '-name' | 'updated_at' | '-updated_at'

function sortOf(text: string | undefined): Sort {
  return text === '-name' || text === 'updated_at' || text === '-updated_at' ? text : 'name'
}

/** Writes the keyword to the address after a pause in typing; a change of the address updates the field. */
function Keyword({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT(ogCateMessages)
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    if (text.trim() !== value) setText(value)
  }
  const settled = useDebounced(text.trim(), typingMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typed values are written, not received ones.
  useEffect(() => {
    if (settled !== value && settled === text.trim()) onChange(settled)
  }, [settled])
  return (
    <Input.Search
      className={css.keyword}
      allowClear
      value={text}
      aria-label={t('search')}
      placeholder={t('search')}
      maxLength={200}
      onChange={event => setText(event.target.value)}
      onSearch={next => onChange(next.trim())}
    />
  )
}
