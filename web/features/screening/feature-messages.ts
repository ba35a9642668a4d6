import { defineMessages } from '#web/platform/i18n.ts'

/** Short evidence for a pair; one text per code of the name engine. */
export const featureSummaryMessages = defineMessages({
  same_name: ['同名', 'same name'],
  same_words: ['名称用词相同', 'same words in the name'],
  other_script: ['同名，文字不同', 'same name in another script'],
  similar_name: ['名称相似', 'similar name'],
  partial_name: ['名称部分相同', 'partial name match'],
  translated_name: ['名称为译名', 'translated name'],
  weak_alias: ['仅弱别名', 'weak alias only'],
  common_name: ['常见名称', 'common name'],
  same_number: ['号码相同', 'same number'],
  same_date: ['日期相同', 'same date'],
  near_date: ['日期相近', 'similar date'],
  other_date: ['日期不同', 'different date'],
  same_country: ['国家相同', 'same country'],
  other_country: ['国家不同', 'different country'],
  same_sex: ['性别相同', 'same sex'],
  other_sex: ['性别不同', 'different sex'],
  other_kind: ['类型不同（个人与机构）', 'different type (person and organisation)'],
})

/**
 * The same as sentences with the compared values: `a` of the record, the file or the query (`own`), and `b` of the
 * entry.
 */
export const sentenceMessages = defineMessages({
  same_name: ['{own}中的“{a}”与名单上的“{b}”是同一名称。', '“{a}” in {own} and “{b}” on the list are the same name.'],
  same_words: [
    '{own}中的“{a}”与名单上的“{b}”用词相同，只是顺序或写法不同。',
    '“{a}” in {own} and “{b}” on the list have the same words in a different order or form.',
  ],
  other_script: [
    '{own}中的“{a}”与名单上的“{b}”是同一名称的不同文字写法。',
    '“{a}” in {own} and “{b}” on the list are the same name in different scripts.',
  ],
  similar_name: [
    '{own}中的“{a}”与名单上的“{b}”写法或读音相近。',
    '“{a}” in {own} and “{b}” on the list are spelt or pronounced alike.',
  ],
  partial_name: [
    '{own}中的“{a}”与名单上的“{b}”仅部分相同。',
    '“{a}” in {own} and “{b}” on the list match in part only.',
  ],
  translated_name: [
    '{own}中的“{a}”与名单上的“{b}”意思相同，语言不同。',
    '“{a}” in {own} and “{b}” on the list mean the same in different languages.',
  ],
  weak_alias: [
    '“{a}”和“{b}”之一只是弱别名，证明力有限。',
    'One of “{a}” and “{b}” is only a weak alias, which proves little.',
  ],
  common_name: ['“{a}”是常见名称，仅凭名称难以认定。', '“{a}” is a common name; on its own it proves little.'],
  same_number: ['双方有相同的号码：{a}。', 'Both have the number {a}.'],
  same_date: ['双方日期相同：{a}。', 'Both have the date {a}.'],
  near_date: [
    '日期在已知范围内相符：{own}为 {a}，名单为 {b}。',
    'The dates agree as far as they are known: {a} in {own}, {b} on the list.',
  ],
  other_date: ['日期不同：{own}为 {a}，名单为 {b}。', 'The dates differ: {a} in {own}, {b} on the list.'],
  same_country: ['双方都与{a}有关。', 'Both are linked to {a}.'],
  other_country: ['国家不同：{own}为{a}，名单为{b}。', 'The countries differ: {a} in {own}, {b} on the list.'],
  same_sex: ['性别相同：{a}。', 'Both are {a}.'],
  other_sex: ['性别不同：{own}为{a}，名单为{b}。', 'The sexes differ: {a} in {own}, {b} on the list.'],
  other_kind: [
    '{own}与名单条目一为个人、一为机构：其中一方的类型可能登记有误。',
    'The types differ between {own} and the list entry: one is a person, the other an organisation. One type might be wrong.',
  ],
})

/** The name of the left side. */
export const ownMessages = defineMessages({
  record: ['记录', 'the record'],
  file: ['文件', 'the file'],
  question: ['查询', 'the query'],
})

type KnownCode = keyof (typeof featureSummaryMessages)['zh-CN']
export const isKnownCode = (code: string): code is KnownCode => Object.hasOwn(featureSummaryMessages['en-US'], code)
