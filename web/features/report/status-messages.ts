import { defineMessages } from '#web/platform/i18n.ts'

/** The stations of a report's way. */
export const reportStatusMessages = defineMessages(
  { draft: '草稿', review: '待审', published: '已发布', archived: '已归档' },
  { draft: 'Draft', review: 'In review', published: 'Published', archived: 'Archived' },
)
