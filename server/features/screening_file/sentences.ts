import { bilingual } from '#contract/bilingual.ts'
import { candidateLimit } from '#contract/candidate-limit.ts'
import type { Locale } from '#contract/error.ts'
import { screeningFileLimits } from '#contract/screening_file.api.ts'
import { cutText } from '#contract/text.ts'

const sentences = {
  no_name: bilingual('没有名称', 'The name is missing'),
  long_name: bilingual(
    `名称超过 ${screeningFileLimits.nameChars} 个字符`,
    `The name is longer than ${screeningFileLimits.nameChars} characters`,
  ),
  not_comparable: bilingual(
    '这一行无法比对，请单独筛查此名称',
    'This row could not be compared; screen this name separately',
  ),
  no_kind: bilingual('无法识别的类型“{value}”', 'Unknown type “{value}”'),
  no_date: bilingual('无法识别的日期“{value}”', 'Unreadable date “{value}”'),
  no_country: bilingual('无法识别的国家“{value}”', 'Unknown country “{value}”'),
  uncompared: bilingual(
    `只与每份名单中最接近的 ${candidateLimit.toLocaleString('en-US')} 个候选名称比对，另有至多 {value} 个名称未比对`,
    `Compared only with the best ${candidateLimit.toLocaleString('en-US')} candidates of each list; up to {value} further names were not compared`,
  ),
} as const satisfies Record<string, Record<Locale, string>>

export type RowFault = 'no_name' | 'long_name' | 'not_comparable'
/** A value that is not understood; `at`: the place of its column. */
export type RowNote = { code: string; value: string; at: number }

/** The sentence for a stored code such as `no_name`; an unknown code is shown itself. */
export const faultSentence = (code: string, locale: Locale): string =>
  Object.hasOwn(sentences, code) ? sentences[code as keyof typeof sentences][locale] : code

const noteChars = 60
/** A note as it is stored with a row: `no_date 31/31/1970`. */
export const noteText = ({ code, value }: Pick<RowNote, 'code' | 'value'>): string =>
  `${code} ${cutText(value, noteChars)}`

export function noteSentence(text: string, locale: Locale): string {
  const [, code = '', value = ''] = /^(\S+) (.*)$/s.exec(text) ?? []
  return faultSentence(code, locale).replace('{value}', () => value)
}
