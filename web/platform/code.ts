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

const styleRetryMs = 2_000

/** Loads the document's style sheet until it arrives: no import reports that it is missing. */
export async function loadMissingStyles(): Promise<void> {
  let link = document.querySelector<HTMLLinkElement>('body > link[rel=stylesheet]')
  while (link && !link.sheet) {
    await reachedAgain(styleRetryMs)
    link = await loadAgain(link)
  }
}

function loadAgain(link: HTMLLinkElement): Promise<HTMLLinkElement> {
  return new Promise(resolve => {
    const next = link.cloneNode() as HTMLLinkElement
    next.onload = () => resolve(next)
    next.onerror = () => resolve(next)
    link.replaceWith(next)
  })
}

/** Resolves when the server is reachable again, or after a while: one file may fail while the server answers. */
function reachedAgain(waitMs = retryMs): Promise<void> {
  return new Promise(resolve => {
    const settle = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = onReachedAgain(settle)
    const timer = setTimeout(settle, waitMs)
    void checkServer()
  })
}
