import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Modal } from 'antd'
import { Command } from 'cmdk'
import { CornerDownLeft, History, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { recentRecords, type SearchSuggestion, suggestSearch } from '#contract/search.api.ts'
import { type AppCommand, runAct, startsWithVerb } from '#web/platform/app-command.ts'
import { useT } from '#web/platform/i18n.ts'
import { useIsMedium } from '#web/platform/media.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { hrefOf } from '#web/platform/route.ts'
import { useUser } from '#web/platform/session.ts'
import { releaseKeys } from '#web/platform/shortcut.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { searchMessages } from './messages.ts'
import css from './palette.module.css'
import { ActGroup, keyOfAct, PageGroup, paletteItemKey, ResultGroup, useNamedActs } from './palette-items.tsx'
import { hasRelations, PalettePreview } from './palette-preview.tsx'
import { clearRecent, type RecentItem, readRecent, rememberOpened, rememberQuery } from './recent.ts'
import { hrefOfResult } from './target.ts'

const settleMs = 60
const mostRecent = 8

type Props = { isOpen: boolean; onClose: () => void }

/** The command palette: names, actions, pages and recent records. Ctrl or Cmd and K. */
export default function Palette({ isOpen, onClose }: Props) {
  const hasPreview = !useIsMedium()
  return (
    <Modal
      open={isOpen}
      onCancel={onClose}
      footer={null}
      closable={false}
      destroyOnHidden
      transitionName=""
      maskTransitionName=""
      width={hasPreview ? 960 : 640}
      className={css.modal}
      styles={{ container: { padding: 0 }, body: { padding: 0 } }}
    >
      <PaletteBody onClose={onClose} hasPreview={hasPreview} />
    </Modal>
  )
}

function PaletteBody({ onClose, hasPreview }: { onClose: () => void; hasPreview: boolean }) {
  const t = useT(searchMessages)
  const user = useUser()
  const { history } = useRouter()
  const [text, setText] = useState('')
  // During an IME composition, its letters are not part of the query.
  const [composed, setComposed] = useState('')
  const isComposing = useRef(false)
  const [recent, setRecent] = useState(() => readRecent(user.id))
  const keyword = composed.trim()
  const settled = useDebounced(keyword, settleMs)
  const { data, isError } = useQuery({
    ...endpointQuery(suggestSearch, { query: { keyword: settled } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  })
  const acts = useNamedActs(keyword)
  const seen = useRecentRecords(recent.found)
  const items = keyword === '' ? [] : recentFirst(data?.items ?? [], recent.found)
  // The kind of the best result is first, so that Enter opens the best result.
  const nouns = [...new Set(items.map(item => item.noun))]
  const [chosen, setChosen] = useState('')
  const [best = keyword === '' ? seen[0] : undefined] = items.toSorted(
    (a, b) => nouns.indexOf(a.noun) - nouns.indexOf(b.noun),
  )
  const [act] = acts
  const isVerb = act !== undefined && startsWithVerb(act, keyword)
  const bestValue = best && !isVerb ? paletteItemKey(best) : act && keyOfAct(act)
  // Results that load later replace the choice.
  useEffect(() => {
    if (bestValue !== undefined || keyword !== '') setChosen(bestValue ?? 'search all')
  }, [keyword, bestValue])
  const go = (href: string) => {
    onClose()
    history.push(href)
  }
  const offered = [...seen, ...items].find(item => paletteItemKey(item) === chosen)
  const openRelations = () => {
    if (!offered || !hasRelations(offered.noun)) return false
    rememberOpened(user.id, offered)
    go(hrefOf(`${offered.noun}_detail`, { params: { id: offered.id }, search: { tab: 'relations' } }))
    return true
  }
  const open = (found: RecentItem) => {
    rememberOpened(user.id, found)
    go(hrefOfResult(found))
  }
  const run = (act: AppCommand) => {
    onClose()
    runAct(act)
  }
  const searchFor = (requested: string) => {
    rememberQuery(user.id, requested)
    go(hrefOf('search', { search: { keyword: requested } }))
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
          // Takes over the keys typed before the field was mounted.
          onFocus={() => {
            const typed = releaseKeys()
            setText(before => before + typed)
            setComposed(before => before + typed)
          }}
          onKeyDown={event => {
            if (event.key !== 'Tab' || event.shiftKey || isComposing.current) return
            if (openRelations()) event.preventDefault()
          }}
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
      <div className="flex">
        <Command.List className={css.list} label={t('suggestions')}>
          {keyword === '' && (
            <>
              <ResultGroup heading={t('recentFound')} items={seen} onOpen={open} />
              {recent.asked.length > 0 && (
                <Command.Group heading={t('recentSearches')}>
                  {recent.asked.map(requested => (
                    <Command.Item
                      key={requested}
                      value={`asked ${requested}`}
                      onSelect={() => searchFor(requested)}
                      className={css.item}
                    >
                      <History size={16} aria-hidden />
                      <span className={css.title}>{requested}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
            </>
          )}
          {isVerb && <ActGroup acts={acts} onRun={run} />}
          {nouns.map(noun => (
            <ResultGroup key={noun} heading={t(noun)} items={items.filter(item => item.noun === noun)} onOpen={open} />
          ))}
          {!isVerb && <ActGroup acts={acts} onRun={run} />}
          <PageGroup keyword={keyword} onGo={go} />
          {keyword !== '' && (
            <Command.Item value="search all" onSelect={() => searchFor(keyword)} className={css.item}>
              <CornerDownLeft size={16} aria-hidden />
              <span className={css.title}>{t('searchAll', { keyword })}</span>
            </Command.Item>
          )}
          {keyword !== '' && items.length + acts.length === 0 && settled === keyword && (data || isError) && (
            <p className="pad-3 quiet" role="status">
              {isError ? t('failed') : t('noSuggestion')}
            </p>
          )}
        </Command.List>
        {hasPreview && <PalettePreview item={offered} />}
      </div>
      <div className={css.foot}>
        <span>{t('keys')}</span>
        {keyword === '' && recent.asked.length + recent.found.length > 0 && (
          <button
            type="button"
            className={css.forget}
            onClick={() => {
              clearRecent(user.id)
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

/** Recently opened items: records from the server's history, everything else from this browser's. */
function useRecentRecords(here: readonly RecentItem[]): RecentItem[] {
  const { data } = useQuery({ ...endpointQuery(recentRecords, {}, { isBackground: true }), staleTime: 0 })
  const known = data?.items ?? []
  const others = here.filter(item => !known.some(each => paletteItemKey(each) === paletteItemKey(item)))
  return [...known, ...others].slice(0, mostRecent)
}

/** Among equally good results, recently opened ones are first. */
function recentFirst(items: readonly SearchSuggestion[], recent: readonly RecentItem[]): SearchSuggestion[] {
  const place = ({ noun, id }: RecentItem) => recent.findIndex(each => each.noun === noun && each.id === id)
  const opened = items.filter(item => place(item) >= 0).sort((a, b) => place(a) - place(b))
  return [...opened, ...items.filter(item => place(item) < 0)]
}
