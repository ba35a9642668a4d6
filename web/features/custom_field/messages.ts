import { defineMessages } from '#web/platform/i18n.ts'

export const customFieldMessages = defineMessages({
  title: ['自定义字段', 'Custom fields'],
  text: [
    '团队自定义的字段。定义后出现在表单、基本信息、列表的列和筛选、导入与导出中，并有修改记录。',
    'Your team’s own fields. They appear in forms, details, list columns and filters, import and export, with history.',
  ],
  add: ['新建字段', 'New field'],
  createNamed: ['新建{noun}字段', 'New field: {noun}'],
  editNamed: ['编辑字段“{name}”', 'Edit field “{name}”'],
  empty: ['还没有自定义字段。', 'No custom fields yet.'],
  eng_name: ['英文名称', 'English name'],
  engHint: ['英文界面显示；不填则显示名称', 'Shown in English; if empty, the name is shown'],
  kindHint: ['保存后不能修改', 'Cannot be changed after saving'],
  choices: ['选项', 'Choices'],
  choicesHint: ['每行一个，按此顺序显示', 'One per line, shown in this order'],
  retired: ['已停用', 'Retired'],
  retire: ['停用', 'Retire'],
  reinstate: ['重新启用', 'Reinstate'],
  up: ['上移', 'Move up'],
  down: ['下移', 'Move down'],
  retiredNamed: ['已停用“{name}”，已填写的值仍保留', 'Retired “{name}”; its values are kept'],
  reinstatedNamed: ['已重新启用“{name}”', 'Reinstated “{name}”'],
  failed: ['自定义字段加载失败', 'Custom fields failed to load'],
  actOn: ['{act}“{name}”', '{act}: {name}'],
})
