import { defineMessages } from '#web/platform/i18n.ts'

export const pdfMessages = defineMessages({
  preview: ['预览', 'Preview'],
  broken: [
    '此 PDF 无法显示，可能已损坏或有密码。',
    'This PDF cannot be shown; it might be damaged or protected by a password.',
  ],
  pageOf: ['第 {number} 页，共 {total} 页', 'Page {number} of {total}'],
  pages: ['{count, number} 页', '{count, plural, one {# page} other {# pages}}'],
  fitWidth: ['适合宽度', 'Fit width'],
})
