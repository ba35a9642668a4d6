import { type BilingualText, bilingual } from '#contract/bilingual.ts'
import type { Locale } from '#contract/error.ts'
import { fillPlaceholders } from '#contract/text.ts'
import { type ExchangeFaultCode, sentence } from '#server/features/interchange/interchange.service.ts'
import type { Trim } from './properties.ts'

/** Reasons why an entry was rejected or shortened, in addition to the faults that any line of a file can have. */
const sentences = {
  no_name: bilingual('没有名称，无法筛查。', 'No name, so it cannot be screened.'),
  unreadable_name: bilingual(
    '名称中有无法识别的字符：文件混用了不同的编码。',
    'The name contains unreadable characters: the file mixes encodings.',
  ),
  no_id: bilingual('没有编号（id），或编号过长。', 'The id is missing or too long.'),
  unknown_kind: bilingual('无法识别的类型：{kind}。', 'Unknown type: {kind}.'),
  no_party: bilingual('既非人物也非组织，不筛查。', 'Neither a person nor an organisation, so it is not screened.'),
  repeated: bilingual(
    '文件中已有编号相同的条目，以先出现的为准。',
    'An earlier entry has the same id; that entry is used.',
  ),
  many_values: bilingual('内容过多或过长，已截短：{names}。', 'Too many or too long values; shortened: {names}.'),
  odd_values: bilingual(
    '有些值不是文字，或日期不存在；此类日期已保留为说明：{names}。',
    'Some values are not text, or not a possible date; such dates are kept as notes: {names}.',
  ),
  unreadable_values: bilingual(
    '有无法识别的字符（文件混用了不同的编码），未采用：{names}。',
    'Values with unreadable characters (the file mixes encodings) were skipped: {names}.',
  ),
} as const satisfies Record<string, BilingualText>

export type QuarantineReason = keyof typeof sentences | Trim | ExchangeFaultCode

/** A rejected entry, with what is known about it. */
export type QuarantinedEntry = {
  key: string | null
  caption: string
  reason: QuarantineReason
  detail?: Record<string, unknown>
}

export function quarantineSentence(reason: QuarantineReason, locale: Locale, detail: Record<string, unknown>): string {
  if (!Object.hasOwn(sentences, reason)) return sentence(reason as ExchangeFaultCode, locale, detail)
  const between = locale === 'zh-CN' ? '、' : ', '
  const values = Object.fromEntries(
    Object.entries(detail).map(([key, value]) => [key, [value ?? ''].flat().join(between)]),
  )
  return fillPlaceholders(sentences[reason as keyof typeof sentences][locale], values)
}
