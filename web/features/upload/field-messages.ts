import { defineMessages } from '#web/platform/i18n.ts'

/** Labels of the fields of an upload, in forms, comparisons and history. */
export const fieldMessages = defineMessages(
  {
    note: '说明',
    read_user: '可查看的人',
    write_user: '可修改的人',
    reason: '审核意见',
    reviewed_at: '审核时间',
    links: '相关记录',
    sourceHint: '从哪里来：人、地点或网址',
    ogsPlaceholder: '按名称查找组织',
    personsPlaceholder: '按姓名查找人物',
  },
  {
    note: 'Note',
    read_user: 'Who may see it',
    write_user: 'Who may change it',
    reason: 'Review comment',
    reviewed_at: 'Reviewed',
    links: 'Linked records',
    sourceHint: 'Where it came from: a person, a place, an address',
    ogsPlaceholder: 'Find organisations by name',
    personsPlaceholder: 'Find persons by name',
  },
)
