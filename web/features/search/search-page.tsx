import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, Pagination, Skeleton } from 'antd'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { searchCountsUpTo, search as searchEndpoint } from '#contract/search.api.ts'
import { SearchCoverageLine } from '#web/features/coverage/coverage.tsx'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage, usePageTitle } from '#web/platform/page.tsx'
import { errorText, queryAddress } from '#web/platform/query.ts'
import { useUser } from '#web/platform/session.ts'
import { searchMessages } from './messages.ts'
import { rememberQuery } from './recent.ts'
import { Result } from './result.tsx'
import { SavedSearches, SaveSearch } from './saved.tsx'
import css from './search.module.css'
import { pageSize, queryFrom } from './search-query.ts'
import { SearchSide } from './search-side.tsx'

type SearchMessageProps = {
  title: string
  text: string
  role?: 'alert' | 'status'
  lines?: readonly string[]
  children?: ReactNode
}

/** Shown instead of results: help, no results, or a failure. */
function SearchMessage({ title, text, role = 'status', lines = [], children }: SearchMessageProps) {
  return (
    <div className="pad-y-6" role={role}>
      <h2 className="below-2 break">{title}</h2>
      {text && <p className="quiet">{text}</p>}
      {lines.length > 0 && (
        <ul className="above-3 below-5 quiet marks">
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {children && <div className="above-3">{children}</div>}
    </div>
  )
}

type MessageText = (
  key:
    | 'empty'
    | 'emptyText'
    | 'noneText'
    | 'noneOneText'
    | 'syntaxAll'
    | 'syntaxPhrase'
    | 'syntaxMinus'
    | 'syntaxName'
    | 'syntaxScript',
) => string
type NoneMessage = (key: 'none', values: { keyword: string }) => string

/** Full-text search works by words, and a word of one character is rare. */
const isOneChar = /^\p{Script=Han}$/u

/** Both messages explain the query syntax. */
function messageOf(kind: 'empty' | 'none', t: MessageText & NoneMessage, keyword: string): SearchMessageProps {
  const lines = (['syntaxAll', 'syntaxPhrase', 'syntaxMinus', 'syntaxName', 'syntaxScript'] as const).map(key => t(key))
  if (kind === 'empty') return { title: t('empty'), text: t('emptyText'), lines }
  return { title: t('none', { keyword }), text: t(isOneChar.test(keyword) ? 'noneOneText' : 'noneText'), lines }
}

/** Full-text search over all records; the address holds the query. */
export default function SearchPage() {
  const t = useT(searchMessages)
  const user = useUser()
  const { search, setSearch } = usePage()
  const keyword = one(search.keyword)?.trim() ?? ''
  const query = queryFrom(search)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queryAddress(searchEndpoint, query),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  usePageTitle(keyword ? `${t('search')}: ${keyword}` : undefined)
  useEffect(() => {
    if (keyword) rememberQuery(user.id, keyword)
  }, [keyword, user.id])
  const found = keyword === '' ? undefined : data
  const current = Number(query.current)

  return (
    <section aria-label={t('search')}>
      <div className="flex wrap gap-3 below-5">
        <h1 className="visually-hidden">{t('search')}</h1>
        <SearchBox key={keyword} keyword={keyword} onSearch={next => setSearch({ keyword: next })} />
        {keyword !== '' && <SaveSearch query={query} />}
      </div>
      <div className={css.body} data-empty={keyword === '' || undefined}>
        <aside className={css.side}>
          {found && <SearchSide search={search} found={found} onChange={setSearch} />}
          {/* Not before the facets above, which would move them. */}
          {(keyword === '' || found || error) && <SavedSearches />}
        </aside>
        <div className={css.main} aria-busy={isFetching || undefined}>
          {keyword === '' && <SearchMessage {...messageOf('empty', t, keyword)} />}
          {error && !found && (
            <SearchMessage title={t('failed')} text={errorText(error)} role="alert">
              <Button onClick={() => void refetch()} loading={isFetching}>
                {t('retry')}
              </Button>
            </SearchMessage>
          )}
          {keyword !== '' && !error && !found && (
            <div role="status" aria-label={t('loading')}>
              <Skeleton active title={false} paragraph={{ rows: 12, width: '100%' }} />
            </div>
          )}
          {!error && found?.behind_seconds !== undefined && (
            <p className="below-3 small quiet" role="status">
              {t('behind', { minutes: Math.max(1, Math.round(found.behind_seconds / 60)) })}
            </p>
          )}
          {found && !error && found.items.length === 0 && (
            <SearchMessage {...messageOf('none', t, keyword)}>
              <SearchCoverageLine />
              {Object.keys(search).some(name => name !== 'keyword') && (
                <Button onClick={() => setSearch({ keyword })}>{t('resetFilters')}</Button>
              )}
            </SearchMessage>
          )}
          {found && found.items.length > 0 && (
            <>
              <p className="below-2 quiet" role="status">
                {found.total_estimated ? t('many', { count: searchCountsUpTo }) : t('total', { count: found.total })}
              </p>
              <ol className={css.results} data-stale={isPlaceholderData || undefined}>
                {found.items.map(item => (
                  <Result key={`${item.noun} ${item.id}`} item={item} />
                ))}
              </ol>
              {found.total > pageSize && (
                <Pagination
                  current={current}
                  pageSize={pageSize}
                  total={Math.min(found.total, searchCountsUpTo)}
                  showSizeChanger={false}
                  onChange={next => setSearch(before => ({ ...before, current: next === 1 ? null : next }))}
                />
              )}
            </>
          )}
        </div>
      </div>
    </section>
  )
}

type Props = { keyword: string; onSearch: (keyword: string) => void }

/** A form, so that Enter submits; an IME composition never submits it. */
function SearchBox({ keyword, onSearch }: Props) {
  const t = useT(searchMessages)
  const [text, setText] = useState(keyword)
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every screen reader knows <search> yet.
    <form
      role="search"
      className={`${css.box} flex gap-3`}
      onSubmit={event => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <Input
        autoFocus={keyword === ''}
        allowClear
        size="large"
        prefix={<Search size={16} aria-hidden />}
        aria-label={t('label')}
        placeholder={t('placeholder')}
        maxLength={200}
        value={text}
        onChange={event => setText(event.target.value)}
        onPressEnter={event => {
          if (event.nativeEvent.isComposing) event.preventDefault()
        }}
      />
      <Button type="primary" size="large" htmlType="submit">
        {t('search')}
      </Button>
    </form>
  )
}
