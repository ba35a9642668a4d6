import { create } from 'zustand'

type IsDirty = () => boolean

const guards = new Map<string, Set<IsDirty>>()

export function addGuard(pageKey: string, isDirty: IsDirty): void {
  const ofPage = guards.get(pageKey) ?? new Set()
  guards.set(pageKey, ofPage.add(isDirty))
}

export function removeGuard(pageKey: string, isDirty: IsDirty): void {
  guards.get(pageKey)?.delete(isDirty)
}

export function removeGuards(pageKeys: readonly string[]): void {
  for (const key of pageKeys) guards.delete(key)
}

export function isPageDirty(pageKey: string): boolean {
  return [...(guards.get(pageKey) ?? [])].some(isDirty => isDirty())
}

export function isAnyPageDirty(): boolean {
  return [...guards.keys()].some(isPageDirty)
}

/** The open question "leave and lose the changes?"; the layout shows it as a dialog. */
export const useLeaveQuestion = create<{ answer: ((mayLeave: boolean) => void) | null }>(() => ({ answer: null }))

/** Opens the question; true = leave. A second question while one is open answers the first with no. */
export function confirmLeave(): Promise<boolean> {
  useLeaveQuestion.getState().answer?.(false)
  return new Promise(resolve => {
    useLeaveQuestion.setState({
      answer: mayLeave => {
        useLeaveQuestion.setState({ answer: null })
        resolve(mayLeave)
      },
    })
  })
}

/** For the end of a session: removes all guards. */
export function removeAllGuards(): void {
  guards.clear()
}
