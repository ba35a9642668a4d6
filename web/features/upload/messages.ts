import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

/** Texts of the list of uploads. */
export const uploadListMessages = defineMessages({
  title: ['信息上传', 'Uploads'],
  nouns: ['文件', 'files'],
  counted: ['{count, number} 个文件', '{count, plural, one {# file} other {# files}}'],
  search: ['标题、文件名、来源', 'Title, file name, source'],
  name: [words['zh-CN'].title, words['en-US'].title],
  hits: ['敏感词', 'Words'],
  mentions: ['提及', 'Mentions'],
  flags: ['提示', 'Notes'],
  uploader: ['上传人', 'Uploaded by'],
  hasHits: ['有敏感词', 'With sensitive words'],
  createdAt: ['上传时间', 'Uploaded'],
  review: ['逐个审核', 'Review'],
  reviewCount: ['{count, number} 个待审核', '{count, number} to review'],
  emptyTitle: ['还没有上传文件', 'No uploads yet'],
  emptyText: [
    '拖放文件到上方，或选择文件。系统会提取文字并标出敏感词和已知的组织、人物，再由编辑审核。',
    'Drop files above, or choose them. Their text is read, sensitive words and known organisations and persons are marked, and an editor reviews them.',
  ],
  emptyOwnText: [
    '拖放文件到上方，或选择文件。这里只显示您自己上传的文件和审核结果。',
    'Drop files above, or choose them. Only your own uploads and their review results are shown here.',
  ],
})
