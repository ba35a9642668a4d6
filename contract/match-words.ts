import { type BilingualText, bilingual } from './bilingual.ts'
import type { Locale } from './error.ts'

/** Short texts for each reason of a match, with the compared values: `a` from the query, `b` from the entry. */
const reasons: Readonly<Record<string, BilingualText>> = {
  same_name: bilingual('同名（{b}）', 'same name ({b})'),
  same_words: bilingual('名称用词相同（{b}）', 'same words in the name ({b})'),
  other_script: bilingual('同名，文字不同（{b}）', 'same name in another script ({b})'),
  similar_name: bilingual('名称相似（{b}）', 'similar name ({b})'),
  partial_name: bilingual('名称部分相同（{b}）', 'partial name match ({b})'),
  translated_name: bilingual('名称为译名（{b}）', 'translated name ({b})'),
  weak_alias: bilingual('仅弱别名', 'weak alias only'),
  common_name: bilingual('常见名称', 'common name'),
  same_number: bilingual('号码相同（{b}）', 'same number ({b})'),
  same_date: bilingual('日期相同（{b}）', 'same date ({b})'),
  near_date: bilingual('日期相近（{a} 与 {b}）', 'similar date ({a} and {b})'),
  other_date: bilingual('日期不同（{a} 与 {b}）', 'different date ({a} and {b})'),
  same_country: bilingual('国家相同（{b}）', 'same country ({b})'),
  other_country: bilingual('国家不同（{a} 与 {b}）', 'different country ({a} and {b})'),
  same_sex: bilingual('性别相同', 'same sex'),
  other_kind: bilingual('类型不同（个人与机构）', 'different type (person and organisation)'),
  other_sex: bilingual('性别不同', 'different sex'),
}

/** Only an organisation's whole name matched, and no other fact is for or against it: the score cannot express more. */
export const isSameNameAlone = (schema: string, features: readonly { code: string }[]): boolean =>
  schema !== 'Person' && features.length === 1 && features[0]?.code === 'same_name'

export const sameNameAlone: BilingualText = bilingual('同名，无其他信息', 'Same name, nothing else known')

const ends: Record<Locale, { between: string; end: string }> = {
  'zh-CN': { between: '；', end: '。' },
  'en-US': { between: '; ', end: '.' },
}

/** Why a party may be an entry, as one sentence; the reason with the most weight comes first. */
export function whySentence(
  features: readonly { code: string; a: string; b: string; points: number }[],
  locale: Locale,
): string {
  const { between, end } = ends[locale]
  const said = features
    .toSorted((x, y) => Math.abs(y.points) - Math.abs(x.points))
    .map(({ code, a, b }) =>
      (reasons[code]?.[locale] ?? code).replace(/\{([ab])\}/g, (_, side: string) => (side === 'a' ? a : b)),
    )
    .join(between)
  return said === '' ? '' : `${said.replace(/^[a-z]/, first => first.toUpperCase())}${end}`
}
