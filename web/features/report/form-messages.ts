import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const reportFieldMessages = defineMessages(
  {
    title: words['zh-CN'].title,
    summary: words['zh-CN'].summary,
    labels: words['zh-CN'].labels,
    marking: '密级标识',
    read_user: '可查看的用户',
    write_user: '可编辑的用户',
    ogs: words['zh-CN'].ogs,
    persons: words['zh-CN'].persons,
    events: words['zh-CN'].events,
    body: words['zh-CN'].text,
    status: words['zh-CN'].status,
    reviewer: words['zh-CN'].reviewer,
    published_version: '已发布版本',
    version: words['zh-CN'].version,
  },
  {
    title: words['en-US'].title,
    summary: words['en-US'].summary,
    labels: words['en-US'].labels,
    marking: 'Marking',
    read_user: 'Who may view',
    write_user: 'Who may change',
    ogs: words['en-US'].ogs,
    persons: words['en-US'].persons,
    events: words['en-US'].events,
    body: words['en-US'].text,
    status: words['en-US'].status,
    reviewer: words['en-US'].reviewer,
    published_version: 'Published version',
    version: words['en-US'].version,
  },
)

export const reportFormMessages = defineMessages(
  {
    create: '新建报告',
    details: '编辑信息：{name}',
    textFollows: '保存后即可撰写正文。',
    textReady: '正文已按页面差异填好，保存后可以修改。',
    linksText: '正文中提到的记录会自动关联，这里填写的是另外的。',
    labelsHint: '输入后按回车添加',
    ogsPlaceholder: '按名称、网址查找组织',
    personsPlaceholder: '按姓名查找人物',
    eventsPlaceholder: '按标题查找事件',
    created: '已新建报告 {number}',
  },
  {
    create: 'New report',
    details: 'Edit details: {name}',
    textFollows: 'You can write the text once this is saved.',
    textReady: 'The text is filled in from the page difference; change it once this is saved.',
    linksText: 'Records mentioned in the text are linked automatically; add further ones here.',
    labelsHint: 'Press Enter to add one',
    ogsPlaceholder: 'Find organisations by name or host',
    personsPlaceholder: 'Find persons by name',
    eventsPlaceholder: 'Find events by title',
    created: 'Report {number} was created',
  },
)
