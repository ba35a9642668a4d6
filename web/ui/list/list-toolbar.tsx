import { Button, Input, type InputRef } from 'antd'
import { Search as SearchIcon, SlidersHorizontal, X } from 'lucide-react'
import { lazy, memo, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { Drop } from './drop.tsx'
import { FilterBar } from './filter-bar.tsx'
import css from './list.module.css'
import { listMessages } from './messages.ts'
import type { ListModel } from './use-list.ts'
import { ViewMenu } from './view-menu.tsx'

const DisplayPanel = lazy(() => import('./display-panel.tsx'))

type Props = {
  list: ListModel<unknown>
  searchRef: RefObject<InputRef | null>
  layout: 'table' | 'card'
  onReset: () => void
  /** False if there are no rows to display. */
  hasDisplay?: boolean
}

/** Keyword and filters at the left; view, columns and density at the right. */
export const ListToolbar = memo(function ListToolbar({ list, searchRef, layout, onReset, hasDisplay = true }: Props) {
  const t = useT(listMessages)
  return (
    // biome-ignore lint/a11y/useSemanticElements: some browsers do not support the element yet.
    <div className={css.bar} role="search" aria-label={list.config.title}>
      <KeywordBox list={list} searchRef={searchRef} />
      <FilterBar list={list} onReset={onReset} />
      <div className={css.end}>
        {list.config.hasViews && <ViewMenu list={list} />}
        {hasDisplay && (
          <Drop
            label={t('display')}
            placement="bottomRight"
            isWide
            content={() => (
              <Suspense fallback={<p className="pad-3 faint">{t('loading')}</p>}>
                <DisplayPanel list={list} layout={layout} />
              </Suspense>
            )}
          >
            {props => (
              <Button {...props} type="text" icon={<SlidersHorizontal size={16} aria-hidden />}>
                {t('display')}
              </Button>
            )}
          </Drop>
        )}
      </div>
    </div>
  )
})

const typingMs = 300

/** A typed keyword is searched after a pause, or at once with Enter. */
function KeywordBox<T>({ list, searchRef }: { list: ListModel<T>; searchRef: RefObject<InputRef | null> }) {
  const t = useT(listMessages)
  const { keyword } = list.state
  const [text, setText] = useState(keyword)
  const [known, setKnown] = useState(keyword)
  // The address was changed elsewhere: back, a view, a reset.
  if (known !== keyword) {
    setKnown(keyword)
    if (text.trim() !== keyword) setText(keyword)
  }
  const isComposing = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const commit = (next: string) => {
    clearTimeout(timer.current)
    // One step of the back button per search, however long it was typed.
    if (next.trim() !== keyword)
      list.change({ keyword: next.trim() }, { replace: keyword !== '' && next.trim() !== '' })
  }
  return (
    <Input
      ref={searchRef}
      className={css.keyword}
      value={text}
      suffix={
        <button
          type="button"
          className={css.clearSearch}
          aria-label={t('clearSearch')}
          hidden={text === ''}
          onClick={() => {
            setText('')
            commit('')
            searchRef.current?.focus()
          }}
        >
          <X size={14} aria-hidden />
        </button>
      }
      maxLength={200}
      prefix={<SearchIcon size={16} aria-hidden />}
      placeholder={list.config.searchHint}
      aria-label={t('searchBy', { hint: list.config.searchHint })}
      onCompositionStart={() => {
        isComposing.current = true
      }}
      onCompositionEnd={event => {
        isComposing.current = false
        commit(event.currentTarget.value)
      }}
      onChange={event => {
        const next = event.target.value
        setText(next)
        clearTimeout(timer.current)
        if (next === '') commit('')
        else if (!isComposing.current) timer.current = setTimeout(() => commit(next), typingMs)
      }}
      onPressEnter={event => commit(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}
