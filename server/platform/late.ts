import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * A library that is loaded when it is first asked for. What few requests need (pictures, mail, the dictionary of
 * Chinese words) would cost each process its memory from the start: sixty megabytes in one case.
 */
export function late<Library>(name: string): () => Library {
  let library: Library | undefined
  return () => (library ??= require(name) as Library)
}
