import { defineMessages } from '#web/platform/i18n.ts'

/** Statuses of the report workflow. */
export const reportStatusMessages = defineMessages({
  draft: ['草稿', 'Draft'],
  review: ['待审', 'In review'],
  published: ['已发布', 'Published'],
  archived: ['已归档', 'Archived'],
})
