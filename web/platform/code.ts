import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { checkServer, onReachedAgain } from './connection.ts'

const retryMs = 30_000

/**
 * True if code failed to load: the server is unreachable, or a new version was deployed since this window was opened.
 */
export function isMissingCode(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return /dynamically imported module|importing a module script|module script failed|preload CSS/i.test(text)
}

/**
 * `lazy` for a part of the frame, which has no error page: if its code fails to load, it is loaded again as soon as the
 * server is reachable again, and is missing until then.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => loadUntilFound(load))
}

/** The same for a load of any module; rejects only if the module itself fails. */
export async function loadUntilFound<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (!isMissingCode(error)) throw error
      await reachedAgain()
    }
  }
}

/** Resolves when the server is reachable again, or after a while: one file may fail while the server answers. */
function reachedAgain(): Promise<void> {
  return new Promise(resolve => {
    const settle = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = onReachedAgain(settle)
    const timer = setTimeout(settle, retryMs)
    void checkServer()
  })
}
