import { defineMessages } from '#web/platform/i18n.ts'

export const customFieldMessages = defineMessages({
  title: ['自定义字段', 'Custom fields'],
  text: [
    '团队自己的字段。定义后出现在该类记录的表单、基本事实、列表的列和筛选、导入与导出中，并有修改记录。',
    'Fields of your own. Once defined they stand in forms, facts, columns and filters of lists, imports and exports, and have a history.',
  ],
  back: ['返回系统', 'Back to System'],
  add: ['新建字段', 'New field'],
  createNamed: ['新建{noun}字段', 'New field: {noun}'],
  editNamed: ['编辑字段“{name}”', 'Edit the field “{name}”'],
  empty: ['还没有自定义字段。', 'There are no custom fields yet.'],
  eng_name: ['英文名称', 'English name'],
  engHint: ['英文界面显示；不填则显示名称', 'Shown in English; the name, where this is empty'],
  kindHint: ['保存后不能再改：已填写的值会失去原意', 'It cannot be changed later: values would lose their meaning'],
  choices: ['选项', 'Choices'],
  choicesHint: ['每行一个，按此顺序显示', 'One per line, shown in this order'],
  retired: ['已停用', 'Retired'],
  retire: ['停用', 'Retire'],
  reinstate: ['重新启用', 'Use again'],
  up: ['上移', 'Move up'],
  down: ['下移', 'Move down'],
  retiredNamed: ['已停用“{name}”，已填写的值仍保留', '“{name}” is retired; its values are kept'],
  reinstatedNamed: ['已重新启用“{name}”', '“{name}” is in use again'],
  savedNamed: ['已保存“{name}”', '“{name}” is saved'],
  failed: ['自定义字段没有加载出来。', 'The custom fields could not be loaded.'],
  actOn: ['{act}“{name}”', '{act}: {name}'],
})
