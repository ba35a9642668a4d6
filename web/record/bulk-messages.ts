import { defineMessages } from '#web/platform/i18n.ts'

/** `nouns` and `counted` are the noun's own words: "organisations", "3 organisations". */
export const bulkMessages = defineMessages(
  {
    setAccess: '设置访问',
    access: '访问',
    accessText: '将替换所选{nouns}原有的名单。名单为空表示不限制；所有者和管理员始终可以访问。',
    accessDone: '已为 {counted}设置访问。',
    delete: '删除',
    deleteText: '删除的{nouns}移入回收站，30 天内可以恢复。',
    deleteDone: '已将 {counted}移入回收站。',
    restore: '恢复',
    restoreText: '所选{nouns}将回到列表中。',
    restoreDone: '已恢复 {counted}。',
    emptyTrashTitle: '回收站是空的',
    emptyTrashText: '删除的{nouns}会在这里保留 30 天，可随时恢复。',
  },
  {
    setAccess: 'Set access',
    access: 'Access',
    accessText:
      'This replaces the present lists of the selected {nouns}. An empty list restricts no one; owners and administrators always have access.',
    accessDone: 'Access set on {counted}.',
    delete: 'Delete',
    deleteText: 'Deleted {nouns} go to the trash and can be restored for 30 days.',
    deleteDone: '{counted} moved to the trash.',
    restore: 'Restore',
    restoreText: 'The selected {nouns} return to the list.',
    restoreDone: '{counted} restored.',
    emptyTrashTitle: 'The trash is empty',
    emptyTrashText: 'Deleted {nouns} stay here for 30 days and can be restored.',
  },
)
