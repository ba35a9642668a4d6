import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const groupFieldMessages = defineMessages({
  members: ['成员', 'Members'],
  role: ['授予的角色', 'Role given'],
  reviews: ['审阅页面差异', 'Review page differences'],
  updated_at: [words['zh-CN'].updatedAt, words['en-US'].updatedAt],
})

export const groupMessages = defineMessages({
  title: ['用户组', 'Groups'],
  titleText: [
    '把用户编成组，便于整组授权查看和修改记录；成员变动即时生效。',
    'Give access to whole groups of users; changes of members take effect at once.',
  ],
  search: ['名称、说明', 'Name, description'],
  add: ['新建用户组', 'New group'],
  created: ['已创建用户组“{name}”', 'Group “{name}” created'],
  saved: ['已保存“{name}”', '“{name}” saved'],
  reviewsHint: [
    '成员中的编辑可处理自己能修改的组织的页面差异；须先在“系统”页开启“由用户组审阅页面差异”。',
    'Its editors decide the differences of organisations that they may change. First turn on “Let groups review page differences” on the “System” page.',
  ],
  roleHint: ['成员自己的角色较低时，改用此角色。', 'Applies to members whose own role is lower.'],
  membersHint: ['成员立即获得本组在各记录上的权限。', 'Members get the group’s access to records at once.'],
  emptyTitle: ['还没有用户组', 'No groups yet'],
  emptyText: [
    '用户组可以写进记录的“可查看的人”和“可修改的人”，不必逐人添加。',
    'A group can be put on the access lists of records instead of each user.',
  ],
  deleteTitle: ['删除用户组“{name}”？', 'Delete group “{name}”?'],
  deleteText: [
    '成员的账号保留，但失去只凭本组得到的权限和角色。此操作无法撤销。',
    'Its members keep their accounts, but lose access and roles that only the group gave them. This cannot be undone.',
  ],
  heir: ['接替它的用户组', 'Group that takes its place'],
  heirHint: [
    '有些记录只授权给本组时必须选择，否则这些记录会对所有人公开。',
    'Required if records name only this group: without anyone on their lists they would be open to all.',
  ],
})
