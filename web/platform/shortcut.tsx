import { use, useEffect, useRef } from 'react'
import { create } from 'zustand'
import { PageProvider } from './page.tsx'

export type Shortcut = { key: string; description: string }
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
 * Without `mod` it does nothing while text is typed or a dialog is open. The latest one of a key wins.
 */
export function useShortcut(key: string, description: string, run: (event: KeyboardEvent) => void): void {
  const isActive = use(PageProvider)?.isActive ?? true
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!isActive) return
    const entry: Entry = { key, description, run: event => latest.current(event) }
    useShortcuts.setState(({ entries }) => ({ entries: [...entries, entry] }))
    return () => useShortcuts.setState(({ entries }) => ({ entries: entries.filter(each => each !== entry) }))
  }, [key, description, isActive])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

function isDialogOpen(): boolean {
  return [...document.querySelectorAll('[role=dialog]')].some(dialog => dialog.checkVisibility())
}

window.addEventListener('keydown', event => {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const hasMod = event.ctrlKey || event.metaKey
  const pressed = (hasMod ? 'mod+' : '') + (event.key.length === 1 ? event.key.toLowerCase() : event.key)
  const entry = useShortcuts.getState().entries.findLast(each => each.key === pressed)
  if (!entry || (!hasMod && (isTyping(event.target) || isDialogOpen()))) return
  event.preventDefault()
  entry.run(event)
})
