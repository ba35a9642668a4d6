import { type BilingualText, bilingual } from '#contract/bilingual.ts'
import type { Locale } from '#contract/error.ts'
import { eventLinkWords, eventSchema } from '#contract/event.api.ts'
import { labelsOf } from '#contract/field.ts'
import { message } from '#contract/message.ts'
import { ogSchema } from '#contract/og.api.ts'
import { personLinkWords, personSchema } from '#contract/person.api.ts'
import { fillPlaceholders } from '#contract/text.ts'
import { type IngestFaultCode, ingestSentence, isIngestFaultCode } from '#server/ingest/fault.ts'
import type { FieldFault } from '#server/platform/http/errors.ts'

/** Messages for faults of a file, or of one of its entities. */
const sentences = {
  bad_line: bilingual('这一行不是有效的 JSON 对象。', 'This line is not a valid JSON object.'),
  long_line: bilingual('这一行超过 {count} MB。', 'This line is longer than {count} MB.'),
  no_id: bilingual('实体没有 id 或 schema。', 'The entity has no id or schema.'),
  no_name: bilingual('没有名称。', 'The name is missing.'),
  bad_name: bilingual('名称过长。', 'The name is too long.'),
  repeated: bilingual('与第 {n} 行是同一个实体。', 'Same entity as line {n}.'),
  same_record: bilingual('与第 {n} 行对应同一条记录。', 'Same record as line {n}.'),
  ambiguous: bilingual('对应多条已有记录：{ids}。', 'Matches several records: {ids}.'),
  forbidden: bilingual('您无权修改对应的记录。', 'You cannot edit the matching record.'),
  bad_value: bilingual('内容不符合要求：{faults}。', 'Invalid content: {faults}.'),
  no_end: bilingual(
    '关系的一端不在文件中，也不在系统中：{key}。',
    'One end of the link is neither in the file nor in the system: {key}.',
  ),
  wrong_end: bilingual('关系的一端不会被导入：{key}。', 'One end of the link will not be imported: {key}.'),
  end_kind: bilingual('这两类记录之间不能有此类关系。', 'Records of these types cannot have this kind of link.'),
  self: bilingual('关系的两端是同一个人。', 'Both ends of the link are the same person.'),
  link_forbidden: bilingual('关系的两端您都无权修改。', 'You cannot edit either end of the link.'),
} as const satisfies Record<string, BilingualText>

export type ExchangeFaultCode = keyof typeof sentences | IngestFaultCode

export function sentence(code: ExchangeFaultCode, locale: Locale, detail: Record<string, unknown> = {}): string {
  if (isIngestFaultCode(code)) return ingestSentence(code, locale, detail)
  const detailTexts: Record<string, unknown> = Array.isArray(detail.faults)
    ? { ...detail, faults: faultsText(detail.faults as FieldFault[], locale) }
    : detail
  return fillPlaceholders(sentences[code][locale], detailTexts)
}

const linkLabels: Record<string, BilingualText> = {
  role: bilingual('职务', 'Role'),
  type: bilingual('关系', 'Relation'),
}
const labels: Record<string, BilingualText> = {
  ...labelsOf(ogSchema),
  ...labelsOf(personSchema),
  ...personLinkWords,
  ...labelsOf(eventSchema),
  ...eventLinkWords,
  ...linkLabels,
}

/** Fields by their labels, each with its fault. */
function faultsText(faults: readonly FieldFault[], locale: Locale): string {
  return faults
    .map(({ path, code, detail }) => {
      const label = labels[path.split('.')[0] ?? '']?.[locale]
      const text = message(code, locale, detail)
      return label ? `${label} – ${text}` : text
    })
    .join(locale === 'zh-CN' ? '；' : '; ')
}
