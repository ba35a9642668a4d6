import { type Expression, type SqlBool, sql } from 'kysely'
import { typedForms } from '#contract/identifier-key.ts'
import { schemeNames } from '#contract/identifier-scheme.ts'

const punctuation = /[!-/:-@[-`{-~]/g
const wideRun = /[^\0-\x7f]+/g

/**
 * Every word of the keyword must occur in the table's `name_key`, which is folded the same way (compatibility forms,
 * lower case, punctuation as blanks). Words that are not ASCII are found by the grams of `name_grams`, ASCII words of
 * three or more letters by trigrams, shorter ones as prefixes of words.
 */
export function matchesKeyword(table: string, keyword: string): Expression<SqlBool> {
  const words = keyword
    .normalize('NFKC')
    .toLowerCase()
    .replace(punctuation, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8)
  const key = sql.ref(`${table}.name_key`)
  const conditions = words.flatMap(word => {
    const runs = word.match(wideRun) ?? []
    if (runs.length === 0) return [sql<SqlBool>`${key} like ${word.length < 3 ? `% ${word}%` : `%${word}%`}`]
    const grams = [...new Set(runs.flatMap(gramsOf))]
    const hasGrams = sql<SqlBool>`${sql.ref(`${table}.name_grams`)} @> ${grams}::text[]`
    // One or two characters are a gram themselves; longer words also require their exact sequence.
    return grams.length === 1 && grams[0] === word ? [hasGrams] : [hasGrams, sql<SqlBool>`strpos(${key}, ${word}) > 0`]
  })
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The same, or the keyword is a number of the record in any notation. */
export function matchesKeywordOrNumber(table: string, keyword: string): Expression<SqlBool> {
  const forms = typedForms(keyword, schemeNames)
  if (forms.length === 0) return matchesKeyword(table, keyword)
  const numbers = sql.ref(`${table}.identifiers`)
  return sql<SqlBool>`(${matchesKeyword(table, keyword)}
    or (${numbers} <> '[]' and identifier_keys(${numbers}) && ${forms}::text[]))`
}

function gramsOf(run: string): string[] {
  const letters = [...run]
  return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}
