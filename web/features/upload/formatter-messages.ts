import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const statusMessages = defineMessages({
  received: ['已接收', 'Received'],
  processing: ['读取中', 'Reading'],
  ready: ['待审核', 'Waiting for review'],
  failed: ['读取失败', 'Could not be read'],
  accepted: ['已采纳', 'Accepted'],
  rejected: ['已退回', 'Rejected'],
})

export const kindMessages = defineMessages({
  pdf: ['PDF', 'PDF'],
  document: ['文档', 'Document'],
  sheet: ['表格', 'Spreadsheet'],
  slides: ['演示文稿', 'Slides'],
  html: ['网页', 'Web page'],
  text: ['文本', 'Text'],
  image: ['图片', 'Image'],
  mail: [words['zh-CN'].mail, words['en-US'].mail],
  archive: ['压缩包', 'Archive'],
  other: ['其他', 'Other'],
})

/** Why no text was extracted, and the remedy. */
export const failureMessages = defineMessages({
  empty: [
    '文件是空的，没有内容可读。请检查原文件后重新上传。',
    'The file is empty: there is nothing to read. Check the original and upload it again.',
  ],
  broken: [
    '文件已损坏，无法读取。请用原程序打开并另存后重新上传。',
    'The file is damaged and cannot be read. Open it in its original program, save it again and upload that.',
  ],
  encrypted: [
    '文件有密码保护。请去掉密码后重新上传。',
    'The file is protected by a password. Remove the password and upload it again.',
  ],
  too_large: [
    '内容太大，超出了读取的上限。请拆分后重新上传。',
    'The content exceeds the reading limit. Split it and upload the parts.',
  ],
  too_slow: [
    '读取时间过长，已停止。可以重试；仍然失败时请拆分文件。',
    'Reading took too long and was stopped. Try again; if it still fails, split the file.',
  ],
  too_much_memory: [
    '读取所需内存过多，已停止。请拆分文件后重新上传。',
    'Reading took too much memory and was stopped. Split the file and upload the parts.',
  ],
  bomb: [
    '压缩包展开后大得不正常，已停止读取。请确认来源。',
    'The archive unpacks to an abnormal size, so reading was stopped. Check where it came from.',
  ],
  storage_fault: [
    '存储无法读出此文件，多次重试仍失败。请检查存储后重试。',
    'The stored file could not be fetched in several tries. Check the storage, then try again.',
  ],
  interrupted: [
    '读取多次被中断，可能是内存不足。请稍后重试。',
    'Reading was interrupted several times, perhaps because memory was short. Try again later.',
  ],
  unknown_type: [
    '无法识别此文件类型，因此未提取文字。文件本身仍可下载。',
    'This file type is not recognised, so no text was read. The file itself can still be downloaded.',
  ],
})

export const flagMessages = defineMessages({
  eicar: ['病毒测试串', 'Virus test string'],
  script: ['含脚本', 'Script'],
  macro: ['含宏', 'Macro'],
  external: ['引用外部资源', 'External resources'],
  name_differs: ['后缀与内容不符', 'Extension mismatch'],
  truncated: ['文字已截短', 'Text shortened'],
  no_text: ['没有文字', 'No text'],
  unread_format: ['未读取文字', 'Text not read'],
  members_unread: ['部分文件未读', 'Some files not read'],
  slow: ['未读完', 'Partly read'],
  unread_chars: ['含无法识别的字符', 'Unreadable characters'],
  picture_pages: ['含图片页', 'Image-only pages'],
  broken_pages: ['含损坏页', 'Damaged pages'],
  older_text: ['文字来自旧版读取', 'Text of an older reader'],
  eicarText: [
    '文件含有病毒扫描程序的测试串。它原样保存，不会被执行。',
    'The file contains the test string of virus scanners. It is stored unchanged and never executed.',
  ],
  scriptText: [
    '文件含有脚本。预览时不会运行；下载后打开前请注意安全。',
    'The file contains a script. The preview does not run it; take care before opening a download.',
  ],
  macroText: [
    '文件含有宏。预览时不会运行；下载后打开前请注意安全。',
    'The file contains a macro. The preview does not run it; take care before opening a download.',
  ],
  externalText: [
    '文件引用了外部资源。系统不会获取，但下载后打开时可能会获取。',
    'The file refers to external resources. They are not fetched here, but opening a download might fetch them.',
  ],
  name_differsText: ['文件名的后缀与内容不符，以内容为准。', 'The file extension does not match the content.'],
  truncatedText: ['文字太多，只保留了前面的部分。', 'The text is too long; only its beginning was kept.'],
  no_textText: [
    '文件里没有可读的文字，例如扫描件或图片。',
    'The file contains no readable text, for example because it is a scan or an image.',
  ],
  unread_formatText: [
    '这是旧版 Office 格式，其中的文字无法在这里读取和搜索。请另存为 DOCX、XLSX、PPTX 或 PDF 后再上传一次。',
    'Text in this older Office format cannot be read or searched. Save the file as DOCX, XLSX, PPTX or PDF and upload that too.',
  ],
  members_unreadText: [
    '其中有文件无法读取（加密、损坏，或是旧版格式），正文里只列出它们的名称。请单独上传可读的版本。',
    'Some files in the archive could not be read (protected, damaged or in an older format); the text shows only their names. Upload readable versions of them.',
  ],
  older_textText: [
    '新版读取程序未能读出文字，现有文字来自较早的读取，可能不完整。',
    'A newer reader could not read this file. The text is from an earlier reading and may be incomplete.',
  ],
  slowText: [
    '读取时间过长，已停止。已读到的文字可以搜索，其余的搜不到。',
    'Reading took too long and was stopped. The text read so far can be searched; the rest cannot.',
  ],
  slowPages: [
    '读取时间过长，已停止：共 {pages, number} 页，只有前 {read, number} 页可以搜索。',
    'Reading took too long and was stopped: of {pages, plural, one {# page} other {# pages}}, only the first {read, number} can be searched.',
  ],
  unread_charsText: [
    '有些字在文件里没有对应的文字编码，读不出来，也搜不到。',
    'Some glyphs in the file have no character codes. They cannot be read or searched.',
  ],
  unread_charsCount: [
    '{chars, number} 个字中有 {unread, number} 个读不出来，也搜不到。',
    '{unread, number} of {chars, number} characters could not be read and cannot be searched.',
  ],
  picture_pagesText: [
    '有些页面只有图片，没有文字，搜不到。',
    'Some pages have no text, only pictures. They cannot be searched.',
  ],
  picture_pagesCount: [
    '{pages, number} 页中有 {pictures, number} 页只有图片，没有文字，搜不到。',
    '{pictures, number} of {pages, plural, one {# page has} other {# pages have}} no text, only pictures, and cannot be searched.',
  ],
  broken_pagesText: [
    '有些页面已损坏，读不出来，也搜不到。',
    'Some pages are damaged. They could not be read and cannot be searched.',
  ],
  broken_pagesCount: [
    '{pages, number} 页中有 {broken, number} 页已损坏，读不出来，也搜不到。',
    '{broken, number} of {pages, plural, one {# page is} other {# pages are}} damaged and cannot be searched.',
  ],
})
