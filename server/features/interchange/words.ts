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
  bad_line: { 'zh-CN': '这一行不是有效的 JSON 对象。', 'en-US': 'This line is not a valid JSON object.' },
  long_line: { 'zh-CN': '这一行超过 {count} MB。', 'en-US': 'This line is longer than {count} MB.' },
  no_id: { 'zh-CN': '实体没有 id 或 schema。', 'en-US': 'The entity has no id or schema.' },
  no_name: { 'zh-CN': '没有名称。', 'en-US': 'The name is missing.' },
  bad_name: { 'zh-CN': '名称过长。', 'en-US': 'The name is too long.' },
  repeated: {
    'zh-CN': '与第 {n} 行是同一个实体。',
    'en-US': 'Same entity as line {n}.',
  },
  same_record: {
    'zh-CN': '与第 {n} 行对应同一条记录。',
    'en-US': 'Same record as line {n}.',
  },
  ambiguous: { 'zh-CN': '对应多条已有记录：{ids}。', 'en-US': 'Matches several records: {ids}.' },
  forbidden: { 'zh-CN': '您无权修改对应的记录。', 'en-US': 'You cannot edit the matching record.' },
  bad_value: { 'zh-CN': '内容不符合要求：{faults}。', 'en-US': 'Invalid content: {faults}.' },
  no_end: {
    'zh-CN': '关系的一端不在文件中，也不在系统中：{key}。',
    'en-US': 'One end of the link is neither in the file nor in the system: {key}.',
  },
  wrong_end: {
    'zh-CN': '关系的一端不会被导入：{key}。',
    'en-US': 'One end of the link will not be imported: {key}.',
  },
  end_kind: {
    'zh-CN': '这两类记录之间不能有此类关系。',
    'en-US': 'Records of these types cannot have this kind of link.',
  },
  self: { 'zh-CN': '关系的两端是同一个人。', 'en-US': 'Both ends of the link are the same person.' },
  link_forbidden: {
    'zh-CN': '关系的两端您都无权修改。',
    'en-US': 'You cannot edit either end of the link.',
  },
} as const satisfies Record<string, Record<Locale, string>>

export type ExchangeFaultCode = keyof typeof sentences | IngestFaultCode

export function sentence(code: ExchangeFaultCode, locale: Locale, detail: Record<string, unknown> = {}): string {
  if (isIngestFaultCode(code)) return ingestSentence(code, locale, detail)
  const said: Record<string, unknown> = Array.isArray(detail.faults)
    ? { ...detail, faults: faultsText(detail.faults as FieldFault[], locale) }
    : detail
  return fillPlaceholders(sentences[code][locale], said)
}

const linkLabels: Record<string, Record<Locale, string>> = {
  role: { 'zh-CN': '职务', 'en-US': 'Role' },
  type: { 'zh-CN': '关系', 'en-US': 'Relation' },
}
const labels: Record<string, Record<Locale, string>> = {
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
