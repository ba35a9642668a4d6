import { closest, distance } from 'fastest-levenshtein'

/** Of our own commands for developers, benches and trials; they are in the environment of a console that these start. */
const besides = /^OG_(BENCH|DEV|E2E)_/
/** Letters between two names that are still taken for the same. */
const slips = 5

/**
 * A sentence for each variable of the environment whose name begins with `OG_` and is none of `known`, with the one
 * that was probably meant.
 */
export function unknownNames(environment: Readonly<Record<string, unknown>>, known: readonly string[]): string[] {
  return Object.keys(environment)
    .filter(name => /^OG_/i.test(name) && !known.includes(name) && !besides.test(name))
    .map(name => {
      const near = closest(name.toUpperCase(), [...known])
      const hint = distance(name.toUpperCase(), near) <= slips ? ` Did you mean ${near}?` : ''
      return `The environment has ${name}, which nothing reads.${hint}`
    })
}
