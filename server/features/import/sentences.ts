import type { Locale } from '#contract/error.ts'

/** Messages for faults of a whole file, or of a row beyond its single cells. */
const sentences = {
  empty_file: { 'zh-CN': '文件是空的。', 'en-US': 'The file is empty.' },
  no_rows: { 'zh-CN': '文件只有标题行，没有数据。', 'en-US': 'The file has a header row but no data.' },
  no_header: { 'zh-CN': '文件第一行没有列名。', 'en-US': 'The first row of the file has no column names.' },
  not_text: {
    'zh-CN': '这不是文本文件，请上传 CSV、XLSX 或 JSON。',
    'en-US': 'This is not a text file. Upload CSV, XLSX or JSON.',
  },
  old_excel: {
    'zh-CN': '这是旧的 Excel 格式或加密的文件，请另存为未加密的 XLSX 后上传。',
    'en-US': 'This is an old or encrypted Excel file. Save it as XLSX without a password and upload that.',
  },
  broken_xlsx: {
    'zh-CN': '这个 XLSX 文件已损坏，无法读取。',
    'en-US': 'This XLSX file is damaged and cannot be read.',
  },
  big_xlsx: {
    'zh-CN': '这个 XLSX 文件解压后过大，请拆分或改用 CSV。',
    'en-US': 'This XLSX file is too large once unpacked. Split it, or use CSV.',
  },
  too_many_rows: {
    'zh-CN': '文件超过 {count} 行，请拆分后上传。',
    'en-US': 'The file has more than {count} rows. Split it and upload the parts.',
  },
  too_many_columns: { 'zh-CN': '文件超过 {count} 列。', 'en-US': 'The file has more than {count} columns.' },
  open_quote: {
    'zh-CN': '第 {line} 行附近的引号没有结束。',
    'en-US': 'A quotation mark near line {line} is not closed.',
  },
  long_row: { 'zh-CN': '第 {line} 行附近有一行过长。', 'en-US': 'A row near line {line} is too long.' },
  bad_json: {
    'zh-CN': '第 {line} 条记录不是有效的 JSON 对象。',
    'en-US': 'Record {line} is not a valid JSON object.',
  },
  file_gone: {
    'zh-CN': '上传的文件已不存在，请重新上传。',
    'en-US': 'The uploaded file no longer exists. Upload it again.',
  },
  not_allowed: {
    'zh-CN': '您的账号已停用或角色已改变，无权导入。',
    'en-US': 'Your account is disabled, or your role can no longer import.',
  },
  internal: { 'zh-CN': '服务器出错，导入已停止，请重试。', 'en-US': 'Server error; the import stopped. Try again.' },
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

export type SentenceCode = keyof typeof sentences

export function sentence(code: SentenceCode, locale: Locale, detail: Record<string, unknown> = {}): string {
  return sentences[code][locale].replace(/\{(\w+)\}/g, (_, key: string) => String(detail[key] ?? ''))
}

/** Reason why a file cannot be imported; shown to its owner. */
export class ImportFileError extends Error {
  readonly code: SentenceCode
  readonly detail: Record<string, unknown>
  constructor(code: SentenceCode, detail: Record<string, unknown> = {}) {
    super(code)
    this.code = code
    this.detail = detail
  }
}
