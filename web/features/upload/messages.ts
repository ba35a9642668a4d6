import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

/** Texts of the list of uploads. */
export const listMessages = defineMessages(
  {
    title: '信息上传',
    nouns: '文件',
    counted: '{count, number} 个文件',
    search: '标题、文件名、来源',
    name: words['zh-CN'].title,
    hits: '敏感词',
    mentions: '提及',
    flags: '提示',
    uploader: '上传人',
    hasHits: '有敏感词',
    createdAt: '上传时间',
    review: '逐个审核',
    reviewCount: '{count, number} 个待审核',
    emptyTitle: '还没有上传文件',
    emptyText: '拖放文件到上方，或选择文件。文字会被读出来，标出敏感词和已知的组织、人物，再由编辑审核。',
    emptyOwnText: '拖放文件到上方，或选择文件。这里只显示你自己上传的文件和审核结果。',
  },
  {
    title: 'Uploads',
    nouns: 'files',
    counted: '{count, plural, one {# file} other {# files}}',
    search: 'Title, file name, source',
    name: words['en-US'].title,
    hits: 'Words',
    mentions: 'Names',
    flags: 'Notes',
    uploader: 'Uploaded by',
    hasHits: 'With sensitive words',
    createdAt: 'Uploaded',
    review: 'Review',
    reviewCount: '{count, plural, one {# waits} other {# wait}}',
    emptyTitle: 'Nothing has been uploaded yet',
    emptyText:
      'Drop files above, or choose them. Their text is read, sensitive words and known organisations and persons are marked, and an editor reviews them.',
    emptyOwnText:
      'Drop files above, or choose them. Only what you uploaded yourself shows here, and what became of it.',
  },
)
