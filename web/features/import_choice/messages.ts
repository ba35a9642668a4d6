import { defineMessages } from '#web/platform/i18n.ts'

export const choiceMessages = defineMessages({
  title: ['有分歧的值', 'Conflicting values'],
  panel: [
    '{records, plural, other {# 条记录}}中有 {count, plural, other {# 个值}}与人工确定的值或其他来源有分歧。目前保留 {keep} 个，采用文件中的 {take} 个；未显示的值会另行保存。',
    '{count, plural, one {# value} other {# values}} of {records, plural, one {# record} other {# records}} {count, plural, one {conflicts} other {conflict}} with a manual decision or another source. Currently {keep} are kept and {take} are taken from the file. The other value is stored as an alternative.',
  ],
  review: ['逐项审阅', 'Review one by one'],
})
