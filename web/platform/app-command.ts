import type { LucideIcon } from 'lucide-react'
import { type ComponentType, use, useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { BilingualText } from '#contract/bilingual.ts'
import type { Role } from '#contract/role.ts'
import { PageProvider } from './page.tsx'

/** An action of the palette, found by its words. It is either run, or rendered until its content closes. */
export type AppCommand = {
  id: string
  /** Starts with a verb; it can be typed in either language. */
  label: BilingualText
  /** Initials of the Chinese words' pinyin: `xjzz` for 新建组织. */
  letters?: string
  icon: LucideIcon
  /** Order among the actions of every page, lowest first. */
  order?: number
  /** If absent, all roles. */
  roles?: readonly Role[]
} & ({ run: () => void } | { Content: ComponentType<{ onClose: () => void }> })

const registeredCommands: AppCommand[] = []

/** The actions of the present pages, and the action that is rendered now. */
export const useActs = create<{ here: readonly AppCommand[]; opened: AppCommand | null }>(() => ({
  here: [],
  opened: null,
}))

/** Registers an action permanently; features do so in `parts.ts`. */
export function registerAct(act: AppCommand): void {
  registeredCommands.push(act)
  registeredCommands.sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

/** Registers an action while the component is mounted. `null`: no action at the moment. */
export function useAct(act: AppCommand | null): void {
  const isActive = use(PageProvider)?.isActive ?? true
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  const id = act?.id
  const words = act && Object.values(act.label).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is called may change while it is shown
  useEffect(() => {
    const now = latest.current
    if (!isActive || !now) return
    const run = () => latest.current && runAct(latest.current)
    const entry: AppCommand = 'run' in now ? { ...now, run } : now
    useActs.setState(({ here }) => ({ here: [...here, entry] }))
    return () => useActs.setState(({ here }) => ({ here: here.filter(each => each !== entry) }))
  }, [id, words, isActive])
}

/** The actions of a role, those of the present page first. */
export function actsFor(role: Role | null, here: readonly AppCommand[]): AppCommand[] {
  return [...here, ...registeredCommands].filter(({ roles }) => !roles || (role !== null && roles.includes(role)))
}

/** True if every typed word is part of a label, or if the typed letters start the initials. */
export function matchesTyped({ label, letters = '' }: Pick<AppCommand, 'label' | 'letters'>, typed: string): boolean {
  const texts = Object.values(label).map(text => text.toLowerCase())
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length > 0 && letters.startsWith(wanted.join(''))) return true
  return texts.some(text => wanted.every(word => text.includes(word)))
}

/** True if the text starts with the verb of the label in either language, or with most of its initials. */
export function startsWithVerb({ label, letters = '' }: Pick<AppCommand, 'label' | 'letters'>, typed: string): boolean {
  const wanted = typed.toLowerCase().trim()
  const [verb = ''] = label['en-US'].toLowerCase().split(' ')
  if (wanted.split(/\s+/)[0] === verb) return true
  if (wanted.length >= 3 && letters.startsWith(wanted)) return true
  return wanted.length >= 2 && label['zh-CN'].toLowerCase().startsWith(wanted)
}

export function runAct(act: AppCommand): void {
  if ('run' in act) act.run()
  else useActs.setState({ opened: act })
}

export function closeAct(): void {
  useActs.setState({ opened: null })
}
