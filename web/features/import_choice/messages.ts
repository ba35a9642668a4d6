import { defineMessages } from '#web/platform/i18n.ts'

export const choiceMessages = defineMessages({
  title: ['与他人的说法不同', 'Others say otherwise'],
  panel: [
    '{records, plural, other {# 条记录}}中有 {count, plural, other {# 个值}}与有人确定过的或其他来源的说法不同。目前保留 {keep} 个，采用文件中的 {take} 个；未显示的一方会记在旁边。',
    '{count, plural, one {# value} other {# values}} of {records, plural, one {# record} other {# records}} differ from what a person has decided or another source states. As it stands, {keep} stay as they are and {take} are taken from the file; what is not shown is recorded beside.',
  ],
  review: ['逐项审阅', 'Review them'],
})
