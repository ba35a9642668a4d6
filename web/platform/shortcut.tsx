import { use, useEffect, useRef } from 'react'
import { create } from 'zustand'
import { PageProvider } from './page.tsx'

/** Scope of a key: everywhere, lists, records, or one page, given by its name. */
export type ShortcutPlace = 'everywhere' | 'list' | 'record' | (string & {})
type Shortcut = { key: string; description: string; place: ShortcutPlace }
type BoundShortcut = Shortcut & { run: (event: KeyboardEvent) => void }

/** The active shortcuts; the help dialog lists them. */
export const useShortcuts = create<{ entries: BoundShortcut[]; isHelpOpen: boolean }>(() => ({
  entries: [],
  isHelpOpen: false,
}))

export function setShortcutHelp(isHelpOpen: boolean): void {
  useShortcuts.setState({ isHelpOpen })
}

/**
 * Registers a key (`e`, `?`, `ArrowDown`, `mod+k`; mod is Ctrl or Cmd) while the component is mounted. Without `mod` it
 * is ignored during text input and while a dialog is open. The latest registration of a key wins. The help lists it
 * under `kind`, otherwise under its page, or among the keys that work everywhere.
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
    const entry: BoundShortcut = { key, description, place, run: event => latest.current(event) }
    useShortcuts.setState(({ entries }) => ({ entries: [...entries, entry] }))
    return () => useShortcuts.setState(({ entries }) => ({ entries: entries.filter(each => each !== entry) }))
  }, [key, description, place, isActive])
}

/**
 * Groups the active shortcuts by place: those of the page first, those that work everywhere last. For a key registered
 * several times, only the latest is active.
 */
export function byPlace(entries: readonly Shortcut[]): [ShortcutPlace, Shortcut[]][] {
  const inForce = [...new Map(entries.map(entry => [entry.key, entry])).values()]
  const groups = Map.groupBy(inForce, entry => entry.place)
  return [...groups].sort(([a], [b]) => Number(a === 'everywhere') - Number(b === 'everywhere'))
}

/** After this time, the opened component is assumed to have failed, and the page receives its keys again. */
const longestWaitMs = 5_000
let waiting = 0
let bufferUntil = 0
let heldKey = ''

/**
 * Rendered while the code of an opened component loads: text typed meanwhile is meant for that component and must not
 * trigger shortcuts of the page behind.
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

/** Collects typed characters from now on, until the field that is being opened has the focus and takes them. */
export function bufferKeys(): void {
  heldKey = ''
  bufferUntil = performance.now() + longestWaitMs
}

/** Returns the collected characters and gives the keys back to the page. */
export function releaseKeys(): string {
  const typed = heldKey
  heldKey = ''
  bufferUntil = 0
  return typed
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

function isDialogOpen(): boolean {
  return [...document.querySelectorAll('[role=dialog]')].some(dialog => dialog.checkVisibility())
}

// In the capture phase, before other listeners: a list behind has its own keys.
window.addEventListener(
  'keydown',
  event => {
    const isHeld = performance.now() < bufferUntil
    if (!isHeld && waiting === 0) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return
    if ([...event.key].length === 1) {
      event.preventDefault()
      event.stopImmediatePropagation()
      heldKey += event.key
    } else if (isHeld && event.key === 'Backspace') heldKey = [...heldKey].slice(0, -1).join('')
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
