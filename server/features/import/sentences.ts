import type { Locale } from '#contract/error.ts'
import { fillPlaceholders } from '#contract/text.ts'

/** Messages for faults of a row beyond its single cells. */
const sentences = {
  row_forbidden: { 'zh-CN': '您无权修改匹配到的记录', 'en-US': 'You cannot edit the record that this row matches' },
  row_repeated: { 'zh-CN': '与第 {row} 行是同一条记录', 'en-US': 'Same record as row {row}' },
  row_ambiguous: { 'zh-CN': '匹配到多条记录：{ids}', 'en-US': 'Matches several records: {ids}' },
  value_cut: { 'zh-CN': '已导入 {value}，{note} 未导入', 'en-US': 'Imported as {value}; {note} is skipped' },
  values_cut: {
    'zh-CN': '只读取了括号前的部分',
    'en-US': 'Only the part before the brackets was read',
  },
  row_unmatched_id: { 'zh-CN': '没有这个编号的记录', 'en-US': 'No record has this id' },
} as const satisfies Record<string, Record<Locale, string>>

type SentenceCode = keyof typeof sentences

export function sentence(code: SentenceCode, locale: Locale, detail: Record<string, unknown> = {}): string {
  return fillPlaceholders(sentences[code][locale], detail)
}
