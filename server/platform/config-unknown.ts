import { closest, distance } from 'fastest-levenshtein'

/** Variables of our own commands for developers, benchmarks and trials; a console that these start inherits them. */
const besides = /^OG_(BENCH|DEV|E2E)_/
/** The largest edit distance at which a name still counts as a misspelling of another. */
const slips = 5

/**
 * A sentence for each environment variable that begins with `OG_` and is not in `known`, with the one that was probably
 * meant.
 */
export function unknownNames(environment: Readonly<Record<string, unknown>>, known: readonly string[]): string[] {
  return Object.keys(environment)
    .filter(name => /^OG_/i.test(name) && !known.includes(name) && !besides.test(name))
    .map(name => {
      const near = closest(name.toUpperCase(), [...known])
      const hint = distance(name.toUpperCase(), near) <= slips ? ` Did you mean ${near}?` : ''
      return `The environment variable ${name} is unknown and ignored.${hint}`
    })
}
