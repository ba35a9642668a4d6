import { defineMessages } from '#web/platform/i18n.ts'

export const recordMessages = defineMessages(
  {
    loading: '正在加载',
    failed: '这一部分没有加载出来，其余内容不受影响。',
    retry: '重试',
  },
  {
    loading: 'Loading',
    failed: 'This part could not be loaded; the others are not affected.',
    retry: 'Try again',
  },
)
