// Titles and paragraphs with natural word frequencies, created once; the database combines them to search entries.
import type pg from 'pg'
import { cutEntry, vectorOf } from '#server/features/search/vector.ts'
import { openVocabulary, randomFrom } from '../search-data.ts'

export const texts = 20_000
const wordsEach = 20
const batch = 2_000

/**
 * The table `growth_text`: titles, paragraphs and both in the form of the search; unlogged, because the table itself is
 * not measured.
 */
export async function fillTexts(pool: pg.Pool): Promise<void> {
  await pool.query(
    'create unlogged table growth_text (no integer primary key, title text, title_words tsvector, body text, words tsvector)',
  )
  const random = randomFrom(5)
  const { chinese, english, pick } = openVocabulary(random)
  const { rows } = await pool.query(
    `select word, (ts_lexize('english_stem', word))[1] as stem from unnest($1::text[]) as word`,
    [english],
  )
  const stems = new Map<string, string>(rows.map(row => [row.word, row.stem ?? '']))
  const stem = (word: string) => stems.get(word) ?? word
  const at = new Date(0)
  for (let start = 0; start < texts; start += batch) {
    const made = Array.from({ length: batch }, (_, n) => {
      const isChinese = (start + n) % 2 === 0
      const some = (count: number) =>
        Array.from({ length: count }, () => pick(isChinese ? chinese : english)).join(isChinese ? '' : ' ')
      const title = some(3)
      const body = some(wordsEach)
      const vector = (names: string[], text: string) =>
        vectorOf({ ...cutEntry({ names, text, ogs: [], persons: [], at }), own: [] }, stem)
      return {
        no: start + n,
        title,
        body,
        title_words: vector([title], ''),
        words: vector([], body),
      }
    })
    await pool.query(
      `insert into growth_text select * from json_to_recordset($1::json)
         as e (no integer, title text, title_words tsvector, body text, words tsvector)`,
      [JSON.stringify(made)],
    )
  }
  await pool.query('analyze growth_text')
}
