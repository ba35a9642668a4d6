import type { Locale } from './error.ts'

type LocalizedText = { readonly 'zh-CN': string; readonly 'en-US': string }

/** Short texts for each reason of a match, with the compared values: `a` from the query, `b` from the entry. */
const reasons: Readonly<Record<string, LocalizedText>> = {
  same_name: { 'zh-CN': '同名（{b}）', 'en-US': 'same name ({b})' },
  same_words: { 'zh-CN': '名称用词相同（{b}）', 'en-US': 'same words in the name ({b})' },
  other_script: { 'zh-CN': '同名，文字不同（{b}）', 'en-US': 'same name in another script ({b})' },
  similar_name: { 'zh-CN': '名称相似（{b}）', 'en-US': 'similar name ({b})' },
  partial_name: { 'zh-CN': '名称部分相同（{b}）', 'en-US': 'partial name match ({b})' },
  translated_name: { 'zh-CN': '名称为译名（{b}）', 'en-US': 'translated name ({b})' },
  weak_alias: { 'zh-CN': '仅弱别名', 'en-US': 'weak alias only' },
  common_name: { 'zh-CN': '常见名称', 'en-US': 'common name' },
  same_number: { 'zh-CN': '号码相同（{b}）', 'en-US': 'same number ({b})' },
  same_date: { 'zh-CN': '日期相同（{b}）', 'en-US': 'same date ({b})' },
  near_date: { 'zh-CN': '日期相近（{a} 与 {b}）', 'en-US': 'similar date ({a} and {b})' },
  other_date: { 'zh-CN': '日期不同（{a} 与 {b}）', 'en-US': 'different date ({a} and {b})' },
  same_country: { 'zh-CN': '国家相同（{b}）', 'en-US': 'same country ({b})' },
  other_country: { 'zh-CN': '国家不同（{a} 与 {b}）', 'en-US': 'different country ({a} and {b})' },
  same_sex: { 'zh-CN': '性别相同', 'en-US': 'same sex' },
  other_kind: { 'zh-CN': '类型不同（个人与机构）', 'en-US': 'different type (person and organisation)' },
  other_sex: { 'zh-CN': '性别不同', 'en-US': 'different sex' },
}

/** Only an organisation's whole name matched, and no other fact is for or against it: the score cannot express more. */
export const isSameNameAlone = (schema: string, features: readonly { code: string }[]): boolean =>
  schema !== 'Person' && features.length === 1 && features[0]?.code === 'same_name'

export const sameNameAlone: LocalizedText = { 'zh-CN': '同名，无其他信息', 'en-US': 'Same name, nothing else known' }

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
