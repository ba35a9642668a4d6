import { defineMessages } from '#web/platform/i18n.ts'

/** Labels of the fields of an upload, in forms, comparisons and history. */
export const fieldMessages = defineMessages({
  note: ['说明', 'Note'],
  read_user: ['可查看的人', 'Who can see it'],
  write_user: ['可修改的人', 'Who can change it'],
  read_group: ['可查看的用户组', 'Groups that can see it'],
  write_group: ['可修改的用户组', 'Groups that can change it'],
  reason: ['审核意见', 'Review comment'],
  reviewed_at: ['审核时间', 'Reviewed'],
  links: ['相关记录', 'Linked records'],
  sourceHint: ['文件来源：人、地点或网址', 'Where it came from: a person, a place, an address'],
  ogsPlaceholder: ['按名称查找组织', 'Find organisations by name'],
  personsPlaceholder: ['按姓名查找人物', 'Find persons by name'],
})
