import { defineMessages } from '#web/platform/i18n.ts'

export const reportTabMessages = defineMessages({
  reports: ['情报报告', 'Reports'],
  cite: ['引用到报告', 'Cite in a report'],
})
