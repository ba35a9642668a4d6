import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { mayOpen } from '#web/platform/access.ts'
import { type AppCommand, actsFor, matchesTyped, useActs } from '#web/platform/app-command.ts'
import { displayTitle } from '#web/platform/display-name.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { hrefFrom, type RouteName, type RouteRow, routeEntries } from '#web/platform/route.ts'
import { useRole } from '#web/platform/session.ts'
import { useWhyWord } from './match-reason.tsx'
import { searchMessages } from './messages.ts'
import css from './palette.module.css'
import type { RecentItem } from './recent.ts'
import { type SuggestedItem, useSecondLine } from './second-line.ts'
import { iconOf } from './target.ts'

const mostPages = 6
const mostActs = 5

export const paletteItemKey = ({ noun, id }: Pick<SuggestedItem, 'noun' | 'id'>) => `${noun} ${id}`
export const keyOfAct = ({ id }: AppCommand) => `act ${id}`

type ResultProps = { heading: string; items: readonly SuggestedItem[]; onOpen: (item: RecentItem) => void }

export function ResultGroup({ heading, items, onOpen }: ResultProps) {
  const whyWord = useWhyWord()
  const secondLine = useSecondLine()
  if (items.length === 0) return null
  return (
    <Command.Group heading={heading}>
      {items.map(item => {
        const Icon = iconOf(item.noun)
        const isPlain = !item.by || item.by === 'name' || item.by === 'title'
        const why = isPlain ? null : whyWord({ by: item.by ?? 'name', text: item.text ?? null })
        return (
          <Command.Item
            key={paletteItemKey(item)}
            value={paletteItemKey(item)}
            onSelect={() => onOpen(item)}
            className={css.item}
          >
            <Icon size={16} aria-hidden />
            <span className="grow">
              <span className="row gap-3">
                <span className={css.title} title={displayTitle(item)}>
                  {displayTitle(item)}
                </span>
                {why && <span className={css.why}>{why}</span>}
              </span>
              <span className={css.second}>{secondLine(item)}</span>
            </span>
          </Command.Item>
        )
      })}
    </Command.Group>
  )
}

/** Actions by a verb in either language; with an empty field, the actions of the present page. */
export function useNamedActs(keyword: string): AppCommand[] {
  const role = useRole()
  const here = useActs(state => state.here)
  if (keyword === '') return []
  return actsFor(role, here)
    .filter(act => matchesTyped(act, keyword))
    .slice(0, mostActs)
}

export function ActGroup({ acts, onRun }: { acts: readonly AppCommand[]; onRun: (act: AppCommand) => void }) {
  const t = useT(searchMessages)
  const locale = useLocale()
  if (acts.length === 0) return null
  return (
    <Command.Group heading={t('acts')}>
      {acts.map(act => (
        <Command.Item key={act.id} value={keyOfAct(act)} onSelect={() => onRun(act)} className={css.item}>
          <act.icon size={16} aria-hidden />
          <span className={css.title}>{act.label[locale]}</span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/** Pages of the console that this user can open, by any word of their titles in either language. */
export function PageGroup({ keyword, onGo }: { keyword: string; onGo: (href: string) => void }) {
  const t = useT(searchMessages)
  const locale = useLocale()
  const role = useRole()
  const wanted = keyword.toLowerCase()
  const isOffered = ([name, row]: [RouteName, RouteRow]) => row.menu && name !== 'search' && role && mayOpen(row, role)
  const pages = routeEntries()
    .filter(isOffered)
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
