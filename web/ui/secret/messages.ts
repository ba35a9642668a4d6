import { defineMessages } from '#web/platform/i18n.ts'

export const onceMessages = defineMessages({
  copy: ['复制', 'Copy'],
  copied: ['已复制', 'Copied'],
  copyFailed: ['浏览器不允许复制，请选中后复制。', 'The browser does not allow copying. Select the text and copy it.'],
  another: ['再生成一个', 'Create another'],
})
