import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Modal } from 'antd'
import { Command } from 'cmdk'
import { CornerDownLeft, History, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type SearchSuggestion, suggestSearch } from '#contract/search.ts'
import { mayOpen } from '#web/platform/access.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { ask } from '#web/platform/query.ts'
import { hrefFrom, hrefOf, routeEntries } from '#web/platform/route.ts'
import { useRole, useUser } from '#web/platform/session.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { searchMessages } from './messages.ts'
import css from './palette.module.css'
import { forgetRecent, type RecentFound, readRecent, rememberAsked, rememberFound } from './recent.ts'
import { hrefOfFound, iconOf } from './target.ts'
import { useWhyWord } from './why.tsx'

const settleMs = 60
const mostPages = 6

type Props = { isOpen: boolean; onClose: () => void }

/** Names, pages and recent searches under the hands: Ctrl or Cmd and K. */
export default function Palette({ isOpen, onClose }: Props) {
  return (
    <Modal
      open={isOpen}
      onCancel={onClose}
      footer={null}
      closable={false}
      destroyOnHidden
      transitionName=""
      maskTransitionName=""
      width={640}
      className={css.modal}
      styles={{ container: { padding: 0 }, body: { padding: 0 } }}
    >
      <PaletteBody onClose={onClose} />
    </Modal>
  )
}

function PaletteBody({ onClose }: { onClose: () => void }) {
  const t = useT(searchMessages)
  const user = useUser()
  const { history } = useRouter()
  const [text, setText] = useState('')
  // While a method of input composes, its letters are not what is asked for.
  const [composed, setComposed] = useState('')
  const isComposing = useRef(false)
  const [recent, setRecent] = useState(() => readRecent(user.id))
  const keyword = composed.trim()
  const settled = useDebounced(keyword, settleMs)
  const { data, isError } = useQuery({
    ...ask(suggestSearch, { query: { keyword: settled } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  })
  const items = keyword === '' ? [] : recentFirst(data?.items ?? [], recent.found)
  // The kind of the best stands first, so that Enter opens the best.
  const nouns = [...new Set(items.map(item => item.noun))]
  const [chosen, setChosen] = useState('')
  const [best] = items.toSorted((a, b) => nouns.indexOf(a.noun) - nouns.indexOf(b.noun))
  const bestValue = best ? `${best.noun} ${best.id}` : 'search all'
  // What comes later takes the place of “search everything” under the hand.
  useEffect(() => {
    if (keyword !== '') setChosen(bestValue)
  }, [keyword, bestValue])
  const go = (href: string) => {
    onClose()
    history.push(href)
  }
  const open = (found: RecentFound) => {
    rememberFound(user.id, found)
    go(hrefOfFound(found))
  }
  const searchFor = (asked: string) => {
    rememberAsked(user.id, asked)
    go(hrefOf('search', { search: { keyword: asked } }))
  }

  return (
    <Command label={t('search')} shouldFilter={false} loop value={chosen} onValueChange={setChosen}>
      <div className="row gap-3 pad-x-5 quiet line-below">
        <Search size={16} aria-hidden />
        <Command.Input
          autoFocus
          value={text}
          placeholder={t('placeholder')}
          maxLength={100}
          className={css.input}
          onValueChange={next => {
            setText(next)
            if (!isComposing.current) setComposed(next)
          }}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={event => {
            isComposing.current = false
            setComposed(event.currentTarget.value)
          }}
        />
      </div>
      <Command.List className={css.list} label={t('suggestions')}>
        {keyword === '' && (
          <>
            <FoundGroup heading={t('recentFound')} items={recent.found} onOpen={open} />
            {recent.asked.length > 0 && (
              <Command.Group heading={t('recentAsked')}>
                {recent.asked.map(asked => (
                  <Command.Item
                    key={asked}
                    value={`asked ${asked}`}
                    onSelect={() => searchFor(asked)}
                    className={css.item}
                  >
                    <History size={16} aria-hidden />
                    <span className={css.title}>{asked}</span>
                  </Command.Item>
                ))}
              </Command.Group>
            )}
          </>
        )}
        {nouns.map(noun => (
          <FoundGroup key={noun} heading={t(noun)} items={items.filter(item => item.noun === noun)} onOpen={open} />
        ))}
        <Pages keyword={keyword} onGo={go} />
        {keyword !== '' && (
          <Command.Item value="search all" onSelect={() => searchFor(keyword)} className={css.item}>
            <CornerDownLeft size={16} aria-hidden />
            <span className={css.title}>{t('searchAll', { keyword })}</span>
          </Command.Item>
        )}
        {keyword !== '' && items.length === 0 && settled === keyword && (data || isError) && (
          <p className="pad-3 quiet" role="status">
            {isError ? t('failed') : t('noSuggestion')}
          </p>
        )}
      </Command.List>
      <div className={css.foot}>
        <span>{t('keys')}</span>
        {keyword === '' && recent.asked.length + recent.found.length > 0 && (
          <button
            type="button"
            className={css.forget}
            onClick={() => {
              forgetRecent(user.id)
              setRecent({ asked: [], found: [] })
            }}
          >
            {t('forget')}
          </button>
        )}
      </div>
    </Command>
  )
}

/** Of what is as good, what was opened lately stands first. */
function recentFirst(items: readonly SearchSuggestion[], recent: readonly RecentFound[]): SearchSuggestion[] {
  const place = ({ noun, id }: RecentFound) => recent.findIndex(each => each.noun === noun && each.id === id)
  const opened = items.filter(item => place(item) >= 0).sort((a, b) => place(a) - place(b))
  return [...opened, ...items.filter(item => place(item) < 0)]
}

type Item = RecentFound & Partial<Pick<SearchSuggestion, 'by' | 'text' | 'og'>>

function FoundGroup({
  heading,
  items,
  onOpen,
}: {
  heading: string
  items: readonly Item[]
  onOpen: (item: Item) => void
}) {
  const whyWord = useWhyWord()
  if (items.length === 0) return null
  return (
    <Command.Group heading={heading}>
      {items.map(item => {
        const Icon = iconOf(item.noun)
        const why =
          item.by && item.by !== 'name' && item.by !== 'title'
            ? whyWord({ by: item.by, text: item.text ?? null })
            : null
        return (
          <Command.Item
            key={`${item.noun} ${item.id}`}
            value={`${item.noun} ${item.id}`}
            onSelect={() => onOpen(item)}
            className={css.item}
          >
            <Icon size={16} aria-hidden />
            <span className={css.title} title={item.title}>
              {item.title}
            </span>
            {why && <span className={css.why}>{why}</span>}
            {item.subtitle && <span className={css.subtitle}>{item.subtitle}</span>}
          </Command.Item>
        )
      })}
    </Command.Group>
  )
}

/** Pages of the console this user may open, by any word of their titles in either language. */
function Pages({ keyword, onGo }: { keyword: string; onGo: (href: string) => void }) {
  const t = useT(searchMessages)
  const locale = useLocale()
  const role = useRole()
  const wanted = keyword.toLowerCase()
  const pages = routeEntries()
    .filter(([name, row]) => row.menu && name !== 'search' && role && mayOpen(row, role))
    .filter(([, row]) => Object.values(row.title).some(title => title.toLowerCase().includes(wanted)))
  if (pages.length === 0) return null
  return (
    <Command.Group heading={t('pages')}>
      {pages.slice(0, mostPages).map(([name, row]) => {
        const Icon = row.icon ?? Search
        return (
          <Command.Item
            key={name}
            value={`page of console ${name}`}
            onSelect={() => onGo(hrefFrom(name, { params: {}, search: {} }))}
            className={css.item}
          >
            <Icon size={16} aria-hidden />
            <span className={css.title}>{row.title[locale]}</span>
          </Command.Item>
        )
      })}
    </Command.Group>
  )
}
