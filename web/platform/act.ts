import type { LucideIcon } from 'lucide-react'
import { type ComponentType, use, useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { Locale } from '#contract/error.ts'
import type { Role } from '#contract/role.ts'
import { PageProvider } from './page.tsx'

/** Something to do, found by its words. It is run, or draws what it takes until that closes. */
export type Act = {
  id: string
  /** Begins with a verb; typed in either language it is found. */
  label: Record<Locale, string>
  /** First letters of the Chinese words' pinyin: `xjzz` for 新建组织. */
  letters?: string
  icon: LucideIcon
  /** Lowest first among those of every page. */
  order?: number
  /** All roles, where absent. */
  roles?: readonly Role[]
} & ({ run: () => void } | { Content: ComponentType<{ onClose: () => void }> })

const registered: Act[] = []

/** The acts that are there on every page, and the one that is drawn now. */
export const useActs = create<{ here: readonly Act[]; opened: Act | null }>(() => ({ here: [], opened: null }))

/** For good; a feature does so in its `parts.ts`. */
export function registerAct(act: Act): void {
  registered.push(act)
  registered.sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

/** As long as the component is shown: what can be done on this page. `null`: nothing just now. */
export function useAct(act: Act | null): void {
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
    const entry: Act = 'run' in now ? { ...now, run } : now
    useActs.setState(({ here }) => ({ here: [...here, entry] }))
    return () => useActs.setState(({ here }) => ({ here: here.filter(each => each !== entry) }))
  }, [id, words, isActive])
}

/** Those of this page first. */
export function actsFor(role: Role | null, here: readonly Act[]): Act[] {
  return [...here, ...registered].filter(({ roles }) => !roles || (role !== null && roles.includes(role)))
}

/** Whether every word that was typed begins a word of the label, stands in it, or is its first letters. */
export function isNamed({ label, letters = '' }: Pick<Act, 'label' | 'letters'>, typed: string): boolean {
  const texts = Object.values(label).map(text => text.toLowerCase())
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length > 0 && letters.startsWith(wanted.join(''))) return true
  return texts.some(text => wanted.every(word => text.includes(word)))
}

export function runAct(act: Act): void {
  if ('run' in act) act.run()
  else useActs.setState({ opened: act })
}

export function closeAct(): void {
  useActs.setState({ opened: null })
}
