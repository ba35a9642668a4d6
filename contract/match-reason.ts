import { type BilingualText, bilingual } from './bilingual.ts'
import type { Locale } from './error.ts'
import type { MatchReasonCode } from './screening.api.ts'
import { fillPlaceholders } from './text.ts'

/**
 * Texts of each reason of a match: a summary, the same with the compared values (`a` from the query, `b` from the
 * entry), and a sentence, in which `own` is the record, file or query.
 */
const matchReasons: Readonly<
  Record<MatchReasonCode, { summary: BilingualText; withValues: BilingualText; sentence: BilingualText }>
> = {
  same_name: {
    summary: bilingual('同名', 'same name'),
    withValues: bilingual('同名（{b}）', 'same name ({b})'),
    sentence: bilingual(
      '{own}中的“{a}”与名单上的“{b}”是同一名称。',
      '“{a}” in {own} and “{b}” on the list are the same name.',
    ),
  },
  same_words: {
    summary: bilingual('名称用词相同', 'same words in the name'),
    withValues: bilingual('名称用词相同（{b}）', 'same words in the name ({b})'),
    sentence: bilingual(
      '{own}中的“{a}”与名单上的“{b}”用词相同，只是顺序或写法不同。',
      '“{a}” in {own} and “{b}” on the list have the same words in a different order or form.',
    ),
  },
  other_script: {
    summary: bilingual('同名，文字不同', 'same name in another script'),
    withValues: bilingual('同名，文字不同（{b}）', 'same name in another script ({b})'),
    sentence: bilingual(
      '{own}中的“{a}”与名单上的“{b}”是同一名称的不同文字写法。',
      '“{a}” in {own} and “{b}” on the list are the same name in different scripts.',
    ),
  },
  similar_name: {
    summary: bilingual('名称相似', 'similar name'),
    withValues: bilingual('名称相似（{b}）', 'similar name ({b})'),
    sentence: bilingual(
      '{own}中的“{a}”与名单上的“{b}”写法或读音相近。',
      '“{a}” in {own} and “{b}” on the list are spelt or pronounced alike.',
    ),
  },
  partial_name: {
    summary: bilingual('名称部分相同', 'partial name match'),
    withValues: bilingual('名称部分相同（{b}）', 'partial name match ({b})'),
    sentence: bilingual(
      '{own}中的“{a}”与名单上的“{b}”仅部分相同。',
      '“{a}” in {own} and “{b}” on the list match in part only.',
    ),
  },
  translated_name: {
    summary: bilingual('名称为译名', 'translated name'),
    withValues: bilingual('名称为译名（{b}）', 'translated name ({b})'),
    sentence: bilingual(
      '{own}中的“{a}”与名单上的“{b}”意思相同，语言不同。',
      '“{a}” in {own} and “{b}” on the list mean the same in different languages.',
    ),
  },
  weak_alias: {
    summary: bilingual('仅弱别名', 'weak alias only'),
    withValues: bilingual('仅弱别名', 'weak alias only'),
    sentence: bilingual(
      '“{a}”和“{b}”之一只是弱别名，证明力有限。',
      'One of “{a}” and “{b}” is only a weak alias, which proves little.',
    ),
  },
  common_name: {
    summary: bilingual('常见名称', 'common name'),
    withValues: bilingual('常见名称', 'common name'),
    sentence: bilingual('“{a}”是常见名称，仅凭名称难以认定。', '“{a}” is a common name; on its own it proves little.'),
  },
  same_number: {
    summary: bilingual('号码相同', 'same number'),
    withValues: bilingual('号码相同（{b}）', 'same number ({b})'),
    sentence: bilingual('双方有相同的号码：{a}。', 'Both have the number {a}.'),
  },
  same_date: {
    summary: bilingual('日期相同', 'same date'),
    withValues: bilingual('日期相同（{b}）', 'same date ({b})'),
    sentence: bilingual('双方日期相同：{a}。', 'Both have the date {a}.'),
  },
  near_date: {
    summary: bilingual('日期相近', 'similar date'),
    withValues: bilingual('日期相近（{a} 与 {b}）', 'similar date ({a} and {b})'),
    sentence: bilingual(
      '日期在已知范围内相符：{own}为 {a}，名单为 {b}。',
      'The dates agree as far as they are known: {a} in {own}, {b} on the list.',
    ),
  },
  other_date: {
    summary: bilingual('日期不同', 'different date'),
    withValues: bilingual('日期不同（{a} 与 {b}）', 'different date ({a} and {b})'),
    sentence: bilingual('日期不同：{own}为 {a}，名单为 {b}。', 'The dates differ: {a} in {own}, {b} on the list.'),
  },
  same_country: {
    summary: bilingual('国家相同', 'same country'),
    withValues: bilingual('国家相同（{b}）', 'same country ({b})'),
    sentence: bilingual('双方都与{a}有关。', 'Both are linked to {a}.'),
  },
  other_country: {
    summary: bilingual('国家不同', 'different country'),
    withValues: bilingual('国家不同（{a} 与 {b}）', 'different country ({a} and {b})'),
    sentence: bilingual('国家不同：{own}为{a}，名单为{b}。', 'The countries differ: {a} in {own}, {b} on the list.'),
  },
  same_sex: {
    summary: bilingual('性别相同', 'same sex'),
    withValues: bilingual('性别相同', 'same sex'),
    sentence: bilingual('性别相同：{a}。', 'Both are {a}.'),
  },
  other_sex: {
    summary: bilingual('性别不同', 'different sex'),
    withValues: bilingual('性别不同', 'different sex'),
    sentence: bilingual('性别不同：{own}为{a}，名单为{b}。', 'The sexes differ: {a} in {own}, {b} on the list.'),
  },
  other_kind: {
    summary: bilingual('类型不同（个人与机构）', 'different type (person and organisation)'),
    withValues: bilingual('类型不同（个人与机构）', 'different type (person and organisation)'),
    sentence: bilingual(
      '{own}与名单条目一为个人、一为机构：其中一方的类型可能登记有误。',
      'The types differ between {own} and the list entry: one is a person, the other an organisation. One type might be wrong.',
    ),
  },
}

/** The texts of a code; undefined if it comes from another version of the console. */
export const reasonTexts = (code: MatchReasonCode): (typeof matchReasons)[MatchReasonCode] | undefined =>
  Object.hasOwn(matchReasons, code) ? matchReasons[code] : undefined

/** Only an organisation's whole name matched, and no other fact is for or against it: the score cannot express more. */
export const isSameNameAlone = (schema: string, features: readonly { code: MatchReasonCode }[]): boolean =>
  schema !== 'Person' && features.length === 1 && features[0]?.code === 'same_name'

export const sameNameAlone: BilingualText = bilingual('同名，无其他信息', 'Same name, nothing else known')

const ends: Record<Locale, { between: string; end: string }> = {
  'zh-CN': { between: '；', end: '。' },
  'en-US': { between: '; ', end: '.' },
}

/** Why a party may be an entry, as one sentence; the reason with the most weight comes first. */
export function whySentence(
  features: readonly { code: MatchReasonCode; a: string; b: string; points: number }[],
  locale: Locale,
): string {
  const { between, end } = ends[locale]
  const sentences = features
    .toSorted((x, y) => Math.abs(y.points) - Math.abs(x.points))
    .map(({ code, a, b }) => fillPlaceholders(reasonTexts(code)?.withValues[locale] ?? code, { a, b }))
    .join(between)
  return sentences === '' ? '' : `${sentences.replace(/^[a-z]/, first => first.toUpperCase())}${end}`
}
