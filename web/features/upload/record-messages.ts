import { defineMessages } from '#web/platform/i18n.ts'

/** Texts of the uploads on the page of an organisation or person. */
export const recordUploadsMessages = defineMessages({
  title: ['文件', 'Files'],
  count: ['共 {count, number} 个', '{count, plural, one {# file} other {# files}}'],
  all: ['在列表中查看', 'Show in the list'],
  none: [
    '还没有关联的文件。上传文件时，或在文件的“编辑”里，可以关联到这里。',
    'No file is linked yet. Link one while uploading it, or by “Edit” on the file.',
  ],
  failed: ['文件没有加载出来。', 'The files could not be loaded.'],
  loading: ['正在加载文件', 'Loading the files'],
  words: ['{count, number} 处敏感词', '{count, plural, one {# sensitive word} other {# sensitive words}}'],
})
