import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Loads a library at its first use. Libraries that few requests need (pictures, mail, the dictionary of Chinese words)
 * would take memory in each process from its start: sixty megabytes in one case.
 */
export function lazyRequire<Library>(name: string): () => Library {
  let library: Library | undefined
  return () => (library ??= require(name) as Library)
}
