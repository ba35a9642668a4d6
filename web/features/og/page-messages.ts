import { defineMessages } from '#web/platform/i18n.ts'

export const ogPageMessages = defineMessages(
  {
    list: '组织',
    edit: '编辑',
    editKey: '编辑此组织',
    deleted: '“{name}”已移到回收站',
    undone: '“{name}”已恢复',
    site: '网站与监测',
    loading: '正在加载组织',
    missingTitle: '没有这个组织',
    missingText: '它可能已被删除，或您没有查看权限。',
    toList: '返回组织列表',
    failedTitle: '组织没有加载出来',
  },
  {
    list: 'Organisations',
    edit: 'Edit',
    editKey: 'Edit this organisation',
    deleted: '“{name}” was moved to the trash',
    undone: '“{name}” was restored',
    site: 'Site and monitoring',
    loading: 'Loading the organisation',
    missingTitle: 'There is no such organisation',
    missingText: 'It may have been deleted, or you may not see it.',
    toList: 'Back to organisations',
    failedTitle: 'The organisation could not be loaded',
  },
)
