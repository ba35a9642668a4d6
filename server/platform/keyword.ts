import { type Expression, type SqlBool, sql } from 'kysely'

const cjk = /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+$/

/**
 * Every word of the keyword occurs somewhere in the table's `name_key` (with an index on trigrams and one on
 * `name_grams`). Fragments of one or two Han characters use the grams; of one or two Latin letters, beginnings of words.
 */
export function matchesKeyword(table: string, keyword: string): Expression<SqlBool> {
  const words = keyword.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  const key = sql.ref(`${table}.name_key`)
  const conditions = words.map(word => {
    if (word.length >= 3) return sql<SqlBool>`${key} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`
    if (cjk.test(word)) return sql<SqlBool>`${sql.ref(`${table}.name_grams`)} @> ${[word]}::text[]`
    return sql<SqlBool>`${key} ~ ${`(^|[^[:alnum:]])${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`}`
  })
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}
