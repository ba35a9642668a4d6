import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import { useT } from '#web/platform/i18n.ts'
import { useRole } from '#web/platform/session.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { bodyMessages } from '../body/body-messages.ts'
import { editMessages } from './edit-messages.ts'
import css from './editor.module.css'
import { findMentionCandidates, type MentionOption } from './mention-find.ts'
import type { MentionLinking, MentionStore } from './mention-suggest.ts'

const delayMs = 150
const widthPx = 320
const heightPx = 280

/** A popup at the cursor: records that match the text after `@`. */
export function MentionPopup({ store }: { store: MentionStore }) {
  const linking = useStore(store, state => state.linking)
  return linking ? createPortal(<Popup store={store} linking={linking} />, document.body) : null
}

function Popup({ store, linking }: { store: MentionStore; linking: MentionLinking }) {
  const t = useT(editMessages)
  const noun = useT(bodyMessages)
  const role = useRole()
  const keyword = useDebounced(linking.query.trim(), delayMs)
  const { data, isError } = useQuery({
    queryKey: ['mention-find', role, keyword],
    queryFn: ({ signal }) => findMentionCandidates(keyword, role, signal),
    placeholderData: before => before,
  })
  const items = data ?? []
  const [at, setAt] = useState(0)
  const [seen, setSeen] = useState(data)
  if (seen !== data) {
    setSeen(data)
    setAt(0)
  }
  const chosen = items[at]

  useEffect(() => {
    const move = (by: number) => setAt(before => (before + by + items.length) % Math.max(1, items.length))
    function press(event: KeyboardEvent): boolean {
      if (items.length === 0) return false
      if (event.key === 'ArrowDown') move(1)
      else if (event.key === 'ArrowUp') move(-1)
      else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) linking.pick(chosen)
      else return false
      return true
    }
    store.setState({ press })
    return () => store.setState({ press: () => false })
  }, [store, items.length, chosen, linking])

  const [place, setPlace] = useState({ left: 0, top: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place follows what is typed.
  useLayoutEffect(() => {
    const rect = linking.rectOf()
    if (!rect) return
    const isBelow = rect.bottom + heightPx < window.innerHeight
    const left = Math.max(8, Math.min(rect.left, window.innerWidth - widthPx - 8))
    setPlace({ left, top: isBelow ? rect.bottom + 4 : Math.max(8, rect.top - heightPx - 4) })
  }, [linking, items.length])

  return (
    <div className={css.popup} style={place}>
      <div role="listbox" aria-label={t('mentionTitle')}>
        {items.map((found, index) => (
          <Option
            key={`${found.noun}${found.id}`}
            found={found}
            noun={noun(found.noun)}
            isChosen={index === at}
            onPick={() => linking.pick(found)}
          />
        ))}
      </div>
      {items.length === 0 && (
        <p className={css.popupNote}>
          {isError ? t('evidenceFailed') : data ? t('mentionNone', { keyword }) : t('mentionBusy')}
        </p>
      )}
      <span role="status" className="visually-hidden">
        {chosen && t('mentionFound', { count: items.length, name: chosen.label })}
      </span>
    </div>
  )
}

type OptionProps = { found: MentionOption; noun: string; isChosen: boolean; onPick: () => void }

function Option({ found, noun, isChosen, onPick }: OptionProps) {
  return (
    // The editor keeps the focus: its keys choose here, the mouse only highlights.
    // biome-ignore lint/a11y/useFocusableInteractive: see above.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <div
      role="option"
      aria-selected={isChosen}
      className={css.option}
      ref={element => {
        if (isChosen) element?.scrollIntoView?.({ block: 'nearest' })
      }}
      onMouseDown={event => event.preventDefault()}
      onClick={onPick}
    >
      <span className={css.optionNoun}>{noun}</span>
      <span className="ellipsis">{found.label}</span>
      {found.hint && <span className={css.optionHint}>{found.hint}</span>}
    </div>
  )
}
