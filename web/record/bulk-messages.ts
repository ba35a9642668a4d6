import { defineMessages } from '#web/platform/i18n.ts'

/** `nouns` and `counted` are the entity's own words: "organisations", "3 organisations". */
export const bulkMessages = defineMessages({
  addLabels: ['添加标签', 'Add labels'],
  addLabelsText: ['所选{nouns}原有的标签保留，另加上：', 'The selected {nouns} keep their labels; these are added:'],
  addLabelsDone: ['已为 {counted}添加标签。', 'Labels added to {counted}.'],
  removeLabels: ['移除标签', 'Remove labels'],
  removeLabelsText: ['从所选{nouns}移除：', 'Labels to remove from the selected {nouns}:'],
  removeLabelsDone: ['已从 {counted}移除标签。', 'Labels removed from {counted}.'],
  setAccess: ['设置访问权限', 'Set access'],
  accessText: [
    '将替换所选{nouns}原有的名单。名单为空表示不限制；所有者和管理员始终可以访问。',
    'This replaces the current lists of the selected {nouns}. An empty list restricts no one; owners and administrators always have access.',
  ],
  accessDone: ['已为 {counted}设置访问权限。', 'Access set for {counted}.'],
  deleteText: [
    '删除的{nouns}移入回收站，30 天内可以恢复。',
    'Deleted {nouns} go to the trash and can be restored for 30 days.',
  ],
  deleteDone: ['已将 {counted}移入回收站。', '{counted} moved to the trash.'],
  restoreText: ['所选{nouns}将回到列表中。', 'The selected {nouns} return to the list.'],
  restoreDone: ['已恢复 {counted}。', '{counted} restored.'],
  emptyTrashTitle: ['回收站是空的', 'The trash is empty'],
  emptyTrashText: [
    '删除的{nouns}会在这里保留 30 天，可随时恢复。',
    'Deleted {nouns} stay here for 30 days and can be restored.',
  ],
})
