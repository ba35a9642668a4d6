import { defineMessages } from '#web/platform/i18n.ts'

export const pickerMessages = defineMessages(
  {
    searching: '正在查找…',
    failed: '查找失败。',
    nothing: '没有找到“{name}”',
    empty: '还没有可选的内容',
    more: '向下滚动查看更多（共 {total, number} 条）',
    create: '新建“{name}”',
    unseen: '不可查看（编号 {id}）',
    regionPlaceholder: '选择地区',
    userPlaceholder: '按姓名或用户名查找',
    gone: '已停用的用户（编号 {id}）',
  },
  {
    searching: 'Searching…',
    failed: 'The search failed.',
    nothing: 'Nothing found for “{name}”',
    empty: 'There is nothing to choose from yet',
    more: 'Scroll down for more ({total, number} in all)',
    create: 'Create “{name}”',
    unseen: 'Cannot be shown (id {id})',
    regionPlaceholder: 'Choose a region',
    userPlaceholder: 'Search by name or user name',
    gone: 'User no longer active (id {id})',
  },
)
