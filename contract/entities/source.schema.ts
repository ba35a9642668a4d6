import * as z from 'zod/mini'
import * as field from '../field.ts'

/** Kinds of sources. `own`: knowledge of a team member; `file`: an imported file. */
export const sourceKinds = ['register', 'list', 'site', 'document', 'person', 'file', 'own'] as const
export type SourceKind = (typeof sourceKinds)[number]
export const SourceKindValue = z.enum(sourceKinds)

/** Admiralty grades of a source's reliability, the best first (NATO AJP-2.1). */
export const reliabilities = ['A', 'B', 'C', 'D', 'E', 'F'] as const
export type Reliability = (typeof reliabilities)[number]
export const ReliabilityValue = z.enum(reliabilities)

export const sourceKindWords: Record<SourceKind, field.BilingualText> = {
  register: field.bilingual('登记册', 'Register'),
  list: field.bilingual('名单', 'List'),
  site: field.bilingual('网站', 'Site'),
  document: field.bilingual('文件资料', 'Document'),
  person: field.bilingual('人士', 'Person'),
  file: field.bilingual('导入的文件', 'Imported file'),
  own: field.bilingual('本团队所知', 'Own knowledge'),
}

export const reliabilityWords: Record<Reliability, field.BilingualText> = {
  A: field.bilingual('A 完全可靠', 'A Completely reliable'),
  B: field.bilingual('B 通常可靠', 'B Usually reliable'),
  C: field.bilingual('C 比较可靠', 'C Fairly reliable'),
  D: field.bilingual('D 通常不可靠', 'D Not usually reliable'),
  E: field.bilingual('E 不可靠', 'E Unreliable'),
  F: field.bilingual('F 无法判断', 'F Cannot be judged'),
}

/** Fields of a source, in the order of its form. `null` clears a field. */
export const sourceSchema = {
  name: field.name(200, { label: field.bilingual('名称', 'Name'), section: 'basics' }),
  kind: field.field(
    { kind: 'choice', read: SourceKindValue, write: SourceKindValue, empty: 'document' },
    { label: field.bilingual('种类', 'Kind'), section: 'basics', choices: sourceKindWords, isFact: true },
  ),
  reliability: field.field(
    { kind: 'choice', read: ReliabilityValue, write: ReliabilityValue, empty: 'F' },
    { label: field.bilingual('可靠程度', 'Reliability'), section: 'basics', choices: reliabilityWords, isFact: true },
  ),
  priority: field.field(
    {
      kind: 'integer',
      read: z.int(),
      write: z.int().check(z.minimum(0), z.maximum(100)),
      empty: 50,
    },
    {
      label: field.bilingual('优先度', 'Priority'),
      section: 'basics',
      range: [0, 100],
      hint: field.bilingual(
        '各来源说法不一时，显示优先度较高者的值，0–100',
        'When sources differ, the value from the source with the higher priority is shown, 0–100',
      ),
      isFact: true,
    },
  ),
  origin_id: field.record({
    label: field.bilingual('转引自', 'Repeats'),
    section: 'basics',
    hint: field.bilingual(
      '转引同一来源的多个来源只算一个出处',
      'Sources that repeat the same source count as one origin',
    ),
    isFact: true,
  }),
  url: field.address({ label: field.bilingual('网址', 'Address'), section: 'basics', isFact: true, isSearched: true }),
  licence: field.text(200, {
    label: field.bilingual('许可', 'Licence'),
    section: 'basics',
    hint: field.bilingual('例如 CC BY 4.0', 'Such as CC BY 4.0'),
    isFact: true,
  }),
  note: field.longText(5_000, { label: field.bilingual('备注', 'Note'), section: 'basics', isSearched: true }),
  withdrawn_at: field.field(
    { kind: 'instant', read: z.nullable(z.string()), write: null },
    { label: field.bilingual('撤回时间', 'Withdrawn'), isFact: true },
  ),
  withdrawn_reason: field.field(
    { kind: 'text', read: z.nullable(z.string()), write: null },
    { label: field.bilingual('撤回原因', 'Reason for withdrawal'), isFact: true },
  ),
  ...field.recordFields,
} as const satisfies field.Fields
