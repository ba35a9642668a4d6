import { defineMessages } from '#web/platform/i18n.ts'

export const tabMessages = defineMessages(
  { reports: '情报报告', cite: '引用到报告' },
  { reports: 'Reports', cite: 'Cite in a report' },
)
