import { defineMessages } from '#web/platform/i18n.ts'

export const attachmentMessages = defineMessages({
  none: ['没有附件。', 'No attachments.'],
  drop: ['拖放、粘贴或点击选择文件', 'Drop, paste or choose files'],
  dropHint: ['每个不超过 20 MB；截图可以直接粘贴', 'At most 20 MB each; a screenshot can be pasted'],
  sending: ['正在上传“{name}”', 'Uploading “{name}”'],
  sent: ['{percent}%', '{percent}%'],
  tooLarge: ['“{name}”超过 20 MB', '“{name}” is larger than 20 MB'],
  empty: ['“{name}”是空文件', '“{name}” is empty'],
  failed: ['“{name}”上传失败：{why}', '“{name}” was not uploaded: {why}'],
  download: ['下载“{name}”', 'Download “{name}”'],
  show: ['查看“{name}”', 'Show “{name}”'],
  removeTitle: ['删除此附件？', 'Delete this attachment?'],
  removeText: ['“{name}”将被永久删除。', '“{name}” will be deleted permanently.'],
  failedList: ['附件加载失败。', 'The attachments failed to load.'],
  loading: ['正在加载附件', 'Loading the attachments'],
  chosen: ['已选择的文件', 'Chosen files'],
  takeAway: ['不附上“{name}”', 'Do not attach “{name}”'],
  pasted: ['截图 {time}.png', 'Screenshot {time}.png'],
})
