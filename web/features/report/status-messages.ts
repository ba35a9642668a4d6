import { defineMessages } from '#web/platform/i18n.ts'

/** Statuses of the report workflow. */
export const reportStatusMessages = defineMessages(
  { draft: '草稿', review: '待审', published: '已发布', archived: '已归档' },
  { draft: 'Draft', review: 'In review', published: 'Published', archived: 'Archived' },
)
