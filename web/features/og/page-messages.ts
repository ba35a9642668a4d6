import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const ogPageMessages = defineMessages(
  {
    list: words['zh-CN'].ogs,
    editKey: '编辑此组织',
    site: '网站与监测',
    loading: '正在加载组织',
    missingTitle: '没有这个组织',
    toList: '返回组织列表',
    failedTitle: '组织没有加载出来',
  },
  {
    list: words['en-US'].ogs,
    editKey: 'Edit this organisation',
    site: 'Site and monitoring',
    loading: 'Loading the organisation',
    missingTitle: 'There is no such organisation',
    toList: 'Back to organisations',
    failedTitle: 'The organisation could not be loaded',
  },
)
