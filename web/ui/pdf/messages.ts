import { defineMessages } from '#web/platform/i18n.ts'

export const pdfMessages = defineMessages(
  {
    preview: '预览',
    broken: '这个 PDF 无法显示，可能已损坏或有密码。',
    pageOf: '第 {number} 页，共 {total} 页',
    pages: '{count, number} 页',
    fitWidth: '适合宽度',
  },
  {
    preview: 'Preview',
    broken: 'This PDF cannot be shown; it may be damaged or protected by a password.',
    pageOf: 'Page {number} of {total}',
    pages: '{count, plural, one {# page} other {# pages}}',
    fitWidth: 'Fit width',
  },
)
