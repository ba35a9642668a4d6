import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const reportFieldMessages = defineMessages({
  title: [words['zh-CN'].title, words['en-US'].title],
  summary: [words['zh-CN'].summary, words['en-US'].summary],
  labels: [words['zh-CN'].labels, words['en-US'].labels],
  marking: ['密级标识', 'Marking'],
  read_user: ['可查看的人', 'Who can see it'],
  write_user: ['可修改的人', 'Who can change it'],
  read_group: ['可查看的用户组', 'Groups that can see it'],
  write_group: ['可修改的用户组', 'Groups that can change it'],
  ogs: [words['zh-CN'].ogs, words['en-US'].ogs],
  persons: [words['zh-CN'].persons, words['en-US'].persons],
  events: [words['zh-CN'].events, words['en-US'].events],
  body: [words['zh-CN'].text, words['en-US'].text],
  status: [words['zh-CN'].status, words['en-US'].status],
  reviewer: [words['zh-CN'].reviewer, words['en-US'].reviewer],
  published_version: ['已发布版本', 'Published version'],
  version: [words['zh-CN'].version, words['en-US'].version],
})

export const reportFormMessages = defineMessages({
  create: ['新建报告', 'New report'],
  details: ['编辑信息：{name}', 'Edit details: {name}'],
  textFollows: ['保存后即可撰写正文。', 'You can write the text once this is saved.'],
  textReady: [
    '正文已按页面差异填好，保存后可以修改。',
    'The text is filled in from the page difference; you can change it once this is saved.',
  ],
  linksText: [
    '正文中提到的记录会自动关联，这里填写的是另外的。',
    'Records mentioned in the text are linked automatically; add further ones here.',
  ],
  labelsHint: ['输入后按回车添加', 'Press Enter to add one'],
  ogsPlaceholder: ['按名称、网址查找组织', 'Find organisations by name or host'],
  personsPlaceholder: ['按姓名查找人物', 'Find persons by name'],
  eventsPlaceholder: ['按标题查找事件', 'Find events by title'],
  created: ['已新建报告 {number}', 'Created report {number}'],
})
