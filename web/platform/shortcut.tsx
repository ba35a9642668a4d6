import { use, useEffect, useRef } from 'react'
import { create } from 'zustand'
import { PageProvider } from './page.tsx'

/** Where a key holds: everywhere, on lists, on records, or on the one page, then its name. */
export type ShortcutPlace = 'everywhere' | 'list' | 'record' | (string & {})
export type Shortcut = { key: string; description: string; place: ShortcutPlace }
type Entry = Shortcut & { run: (event: KeyboardEvent) => void }

/** What is in force now; the help dialog lists it. */
export const useShortcuts = create<{ entries: Entry[]; isHelpOpen: boolean }>(() => ({
  entries: [],
  isHelpOpen: false,
}))

export function setShortcutHelp(isHelpOpen: boolean): void {
  useShortcuts.setState({ isHelpOpen })
}

/**
 * A key (`e`, `?`, `ArrowDown`, `mod+k`; mod is Ctrl or Cmd) for as long as the component is shown.
 * Without `mod` it does nothing while text is typed or a dialog is open. The latest one of a key wins. The help names
 * it under `kind`, else under its page, or among those that hold everywhere.
 */
export function useShortcut(
  key: string,
  description: string,
  run: (event: KeyboardEvent) => void,
  kind?: 'list' | 'record',
): void {
  const page = use(PageProvider)
  const isActive = page?.isActive ?? true
  const place = kind ?? page?.name ?? 'everywhere'
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!isActive) return
    const entry: Entry = { key, description, place, run: event => latest.current(event) }
    useShortcuts.setState(({ entries }) => ({ entries: [...entries, entry] }))
    return () => useShortcuts.setState(({ entries }) => ({ entries: entries.filter(each => each !== entry) }))
  }, [key, description, place, isActive])
}

/** Of several with one key the latest is in force. By place: those of the page first, those that hold everywhere last. */
export function byPlace(entries: readonly Shortcut[]): [ShortcutPlace, Shortcut[]][] {
  const inForce = [...new Map(entries.map(entry => [entry.key, entry])).values()]
  const groups = Map.groupBy(inForce, entry => entry.place)
  return [...groups].sort(([a], [b]) => Number(a === 'everywhere') - Number(b === 'everywhere'))
}

/** Longer, and what was opened will not come: the page has its keys again. */
const longestWaitMs = 5_000
let waiting = 0
let heldUntil = 0
let held = ''

/**
 * Shown while the code of what a key or a press opened is fetched: what is typed meanwhile is meant for that, and is no
 * shortcut of the page behind.
 */
export function KeysWait(): null {
  useEffect(() => {
    waiting += 1
    let isOver = false
    const end = () => {
      if (!isOver) waiting -= 1
      isOver = true
    }
    const timer = setTimeout(end, longestWaitMs)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [])
  return null
}

/** From here on what is typed is kept, until the field that is being opened has the focus and asks for it. */
export function holdKeys(): void {
  held = ''
  heldUntil = performance.now() + longestWaitMs
}

/** What was typed since; keys are the page's again. */
export function releaseKeys(): string {
  const typed = held
  held = ''
  heldUntil = 0
  return typed
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

function isDialogOpen(): boolean {
  return [...document.querySelectorAll('[role=dialog]')].some(dialog => dialog.checkVisibility())
}

// Before any other hears of it: a list behind has keys of its own.
window.addEventListener(
  'keydown',
  event => {
    const isHeld = performance.now() < heldUntil
    if (!isHeld && waiting === 0) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return
    if ([...event.key].length === 1) {
      event.preventDefault()
      event.stopImmediatePropagation()
      held += event.key
    } else if (isHeld && event.key === 'Backspace') held = [...held].slice(0, -1).join('')
  },
  { capture: true },
)

window.addEventListener('keydown', event => {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const hasMod = event.ctrlKey || event.metaKey
  const pressed = (hasMod ? 'mod+' : '') + (event.key.length === 1 ? event.key.toLowerCase() : event.key)
  const entry = useShortcuts.getState().entries.findLast(each => each.key === pressed)
  if (!entry || (!hasMod && (isTyping(event.target) || isDialogOpen()))) return
  event.preventDefault()
  entry.run(event)
})
