import { defineMessages } from '#web/platform/i18n.ts'

export const modelMarkMessages = defineMessages({
  act: ['不交给模型…', 'Keep from the model…'],
  dialog: ['是否交给模型', 'Keep from the model'],
  dialogText: [
    '开启后，这条记录以及与其关联的页面、差异、上传文件和事件，都不会发送给模型。其他组织的页面提到它时不受影响。',
    'When this is on, nothing of this record is sent to a model: neither its fields nor its pages, differences, uploads and events. Pages of other organisations that name it are not covered.',
  ],
  kept: ['不交给模型', 'Keep this record from the model'],
  cannot: ['只有可以修改此记录的人才能修改这一项。', 'Only users who may change the record can change this.'],
})
