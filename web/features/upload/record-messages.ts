import { defineMessages } from '#web/platform/i18n.ts'

/** Texts of the uploads on the page of an organisation or person. */
export const recordUploadsMessages = defineMessages({
  title: ['文件', 'Files'],
  count: ['共 {count, number} 个', '{count, plural, one {# file} other {# files}}'],
  all: ['在列表中查看', 'Show in the list'],
  none: [
    '还没有关联的文件。可在上传时关联，或在文件的“编辑”中关联。',
    'No linked files yet. Link a file while uploading it, or with “Edit” on the file.',
  ],
  failed: ['文件加载失败。', 'The files failed to load.'],
  loading: ['正在加载文件', 'Loading the files'],
  words: ['{count, number} 处敏感词', '{count, plural, one {# sensitive word} other {# sensitive words}}'],
})
