import type { Locale } from '#contract/error.ts'
import { fillPlaceholders } from '#contract/text.ts'
import { type ExchangeFaultCode, sentence } from '#server/features/interchange/interchange.service.ts'
import type { Trim } from './properties.ts'

/** Reasons why an entry was rejected or shortened, in addition to the faults that any line of a file can have. */
const sentences = {
  no_name: { 'zh-CN': '没有名称，无法筛查。', 'en-US': 'No name, so it cannot be screened.' },
  unreadable_name: {
    'zh-CN': '名称中有无法识别的字符：文件混用了不同的编码。',
    'en-US': 'The name contains unreadable characters: the file mixes encodings.',
  },
  no_id: { 'zh-CN': '没有编号（id），或编号过长。', 'en-US': 'The id is missing or too long.' },
  unknown_kind: { 'zh-CN': '无法识别的类型：{kind}。', 'en-US': 'Unknown type: {kind}.' },
  no_party: {
    'zh-CN': '不是人物或组织，不参与筛查。',
    'en-US': 'Neither a person nor an organisation, so it is not screened.',
  },
  repeated: {
    'zh-CN': '文件中已有编号相同的条目，以先出现的为准。',
    'en-US': 'An earlier entry has the same id; that entry is used.',
  },
  many_values: {
    'zh-CN': '内容过多或过长，已截短：{names}。',
    'en-US': 'Too many or too long values; shortened: {names}.',
  },
  odd_values: {
    'zh-CN': '有些值不是文字，或日期不存在；此类日期已保留为说明：{names}。',
    'en-US': 'Some values are not text, or not a possible date; such dates are kept as notes: {names}.',
  },
  unreadable_values: {
    'zh-CN': '有无法识别的字符（文件混用了不同的编码），未采用：{names}。',
    'en-US': 'Values with unreadable characters (the file mixes encodings) were skipped: {names}.',
  },
} as const satisfies Record<string, Record<Locale, string>>

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
