import type { Locale } from '#contract/error.ts'
import { type FaultCode, sentence } from '#server/features/interchange/interchange.service.ts'
import type { Trim } from './properties.ts'

/** Reasons why an entry was rejected or shortened, in addition to the faults that any line of a file can have. */
const sentences = {
  no_name: {
    'zh-CN': '没有名称，无法筛查。',
    'en-US': 'It has no name, so nobody can be compared with it.',
  },
  unreadable_name: {
    'zh-CN': '名称中有无法识别的字符：文件里混有不同的编码。',
    'en-US': 'Its name cannot be read: the file mixes charsets.',
  },
  no_id: { 'zh-CN': '没有编号（id），或编号过长。', 'en-US': 'It has no id, or one that is too long.' },
  unknown_kind: { 'zh-CN': '类型“{kind}”无法识别。', 'en-US': 'Its kind is not known: {kind}.' },
  no_party: {
    'zh-CN': '不是人物或组织，不参与筛查。',
    'en-US': 'It is neither a person nor an organisation, so it is not screened.',
  },
  repeated: {
    'zh-CN': '文件里已有相同编号的条目，以先出现的为准。',
    'en-US': 'An entry before it has the same id; that one is taken.',
  },
  many_values: {
    'zh-CN': '内容过多或过长，只取了一部分：{names}。',
    'en-US': 'It says more than is kept, and was cut: {names}.',
  },
  odd_values: {
    'zh-CN': '有不是文字或不存在的日期的内容，日期已作为说明文字保留：{names}。',
    'en-US': 'Values are no text, or not a possible date; such dates are kept as notes: {names}.',
  },
  unreadable_values: {
    'zh-CN': '有无法识别的字符（文件混有不同的编码），没有采用：{names}。',
    'en-US': 'Values that cannot be read (the file mixes charsets) were left away: {names}.',
  },
} as const satisfies Record<string, Record<Locale, string>>

export type QuarantineReason = keyof typeof sentences | Trim | FaultCode

/** A rejected entry, with what is known about it. */
export type QuarantinedEntry = {
  key: string | null
  caption: string
  reason: QuarantineReason
  detail?: Record<string, unknown>
}

export function quarantineSentence(reason: QuarantineReason, locale: Locale, detail: Record<string, unknown>): string {
  if (!Object.hasOwn(sentences, reason)) return sentence(reason as FaultCode, locale, detail)
  return sentences[reason as keyof typeof sentences][locale].replace(/\{(\w+)\}/g, (_, key: string) =>
    [detail[key] ?? ''].flat().join(locale === 'zh-CN' ? '、' : ', '),
  )
}
