import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const ogPageMessages = defineMessages({
  list: [words['zh-CN'].ogs, words['en-US'].ogs],
  editKey: ['编辑此组织', 'Edit this organisation'],
  site: ['网站与监测', 'Site and monitoring'],
  loading: ['正在加载组织', 'Loading the organisation'],
  missingTitle: ['未找到该组织', 'Organisation not found'],
  toList: ['返回组织列表', 'Back to organisations'],
  failedTitle: ['组织加载失败', 'The organisation failed to load'],
})
