import { defineMessages } from '#web/platform/i18n.ts'

export const pickerMessages = defineMessages({
  searching: ['正在查找…', 'Searching…'],
  failed: ['查找失败。', 'The search failed.'],
  nothing: ['没有找到“{name}”', 'No results for “{name}”'],
  empty: ['还没有可选的内容', 'Nothing to choose from yet'],
  more: ['向下滚动查看更多（共 {total, number} 条）', 'Scroll down for more ({total, number} in all)'],
  create: ['新建“{name}”', 'Create “{name}”'],
  unseen: ['不可查看（编号 {id}）', 'Cannot be shown (id {id})'],
  regionPlaceholder: ['选择地区', 'Choose a region'],
  userPlaceholder: ['按姓名或用户名查找', 'Search by name or username'],
  accessPlaceholder: ['按姓名、用户名或用户组查找', 'Search for users or groups'],
  groupPlaceholder: ['按名称查找用户组', 'Search for groups'],
  usersTitle: ['用户', 'Users'],
  groupsTitle: ['用户组', 'Groups'],
  group: ['{name}（{count, number} 人）', '{name} ({count, number})'],
  goneGroup: ['已删除的用户组（编号 {id}）', 'Deleted group (id {id})'],
  gone: ['已停用的用户（编号 {id}）', 'Inactive user (id {id})'],
})
