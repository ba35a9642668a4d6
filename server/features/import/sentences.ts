import { type BilingualText, bilingual } from '#contract/bilingual.ts'
import type { Locale } from '#contract/error.ts'
import { fillPlaceholders } from '#contract/text.ts'

/** Messages for faults of a row beyond its single cells. */
const sentences = {
  row_forbidden: bilingual('您无权修改匹配到的记录', 'You cannot edit the record that this row matches'),
  row_repeated: bilingual('与第 {row} 行是同一条记录', 'Same record as row {row}'),
  row_ambiguous: bilingual('匹配到多条记录：{ids}', 'Matches several records: {ids}'),
  value_cut: bilingual('已导入 {value}，{note} 未导入', 'Imported as {value}; {note} is skipped'),
  values_cut: bilingual('只读取了括号前的部分', 'Only the part before the brackets was read'),
  row_unmatched_id: bilingual('没有这个编号的记录', 'No record has this id'),
} as const satisfies Record<string, BilingualText>

type SentenceCode = keyof typeof sentences

export function sentence(code: SentenceCode, locale: Locale, detail: Record<string, unknown> = {}): string {
  return fillPlaceholders(sentences[code][locale], detail)
}
