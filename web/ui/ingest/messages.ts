import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

/** The words of every screen that takes a file: tables, lists, files to screen and exchange files. */
export const ingestMessages = defineMessages({
  choose: ['选择文件，或拖放到这里', 'Choose a file, or drop it here'],
  recent: ['最近的导入', 'Recent imports'],
  progress: ['{done, number} / {total, number}', '{done, number} of {total, number}'],
  column: ['文件中的列', 'Column in the file'],
  sample: ['内容示例', 'Sample'],
  field: ['对应字段', 'Field'],
  notUsed: ['不使用', 'Not used'],
  leftOut: [
    '{count, number} 列不使用：{names}',
    '{count, plural, one {# column is} other {# columns are}} not used: {names}',
  ],
  leftOutHint: [
    '这些列有内容，但没有对应的字段。需要其中的内容时，请为该列选择字段。',
    'These columns have content but no field. Choose a field for each column that you need.',
  ],
  order: ['日期顺序', 'Date order'],
  order_dmy: ['日 / 月 / 年', 'day / month / year'],
  order_mdy: ['月 / 日 / 年', 'month / day / year'],
  orderOpen: [
    '{count, number} 个日期可能是日在前，也可能是月在前，请选择：',
    '{count, plural, one {# date} other {# dates}} could have the day or the month first. Choose the order:',
  ],
  orderMixed: [
    '有的日期日在前，有的月在前；请为其余 {count, number} 个选择：',
    'Some dates have the day first, others the month. Choose the order of the remaining {count, number}:',
  ],
  meansWhat: ['“{word}”的含义', 'Meaning of “{word}”'],
  meansPick: ['选择含义', 'Choose its meaning'],
  moreWords: ['再显示 {count, number} 个', 'Show {count, number} more'],
  allRead: [
    '{count, number} 个值均可读取',
    '{count, plural, one {# value can be read} other {All # values can be read}}',
  ],
  notRead_note: [
    '{count, number} 个无法读取，将保留为说明：{examples}',
    '{count, plural, one {# value cannot be read and is kept as a note} other {# values cannot be read and are kept as notes}}: {examples}',
  ],
  notRead_skip: [
    '{count, number} 个无法读取，不比对：{examples}',
    '{count, plural, one {# value cannot be read and is not compared} other {# values cannot be read and are not compared}}: {examples}',
  ],
  notRead_row: [
    '{count, number} 个无法读取，所在行不会加载：{examples}',
    '{count, plural, one {# value cannot be read, and its row is not loaded} other {# values cannot be read, and their rows are not loaded}}: {examples}',
  ],
  unread_note: [
    '“{heading}”列有 {count, number} 个值无法读取，已保留为说明：{examples}',
    'Column “{heading}”: {count, plural, one {# value could not be read and is kept as a note} other {# values could not be read and are kept as notes}}: {examples}',
  ],
  unread_skip: [
    '“{heading}”列有 {count, number} 个值无法读取，未比对：{examples}',
    'Column “{heading}”: {count, plural, one {# value could not be read and was not compared} other {# values could not be read and were not compared}}: {examples}',
  ],
  kind_person: [words['zh-CN'].person, words['en-US'].person],
  kind_organisation: [words['zh-CN'].og, words['en-US'].og],
  ownSource: ['新来源：{name}', 'A new source: {name}'],
  idsOfSource: [
    '编号仅在同一来源内唯一：请选择以前用过的来源，以便匹配其已有记录；否则相同编号视为不同的记录。',
    'Ids are unique per source. Choose the source used before to match its existing records; otherwise the same id counts as a different record.',
  ],
  readUser: ['可查看的人', 'Who can view them'],
  writeUser: ['可修改的人', 'Who can edit them'],
  everyone: ['不填：不限制', 'Empty: no restriction'],
  sheet: ['工作表', 'Sheet'],
  headingRow: ['列名所在行', 'Row with the column names'],
  aboveHeading: [
    '上方 {count, number} 行不读取',
    '{count, plural, one {# row above it is} other {# rows above it are}} not read',
  ],
  totalsLeftOut: ['末尾的合计行不读取：{totals}', 'The totals at the end are not read: {totals}'],
  beyond: [
    '最后一列右侧有 {count, number} 个单元格未读取，例如：{examples}',
    '{count, plural, one {# cell} other {# cells}} to the right of the last column not read, for example: {examples}',
  ],
  unsaved: [
    '{count, number} 个公式单元格未保存计算结果，按空单元格读取：{examples}。请用电子表格软件打开并保存后重新上传',
    '{count, plural, one {# formula has no saved result and is read as empty} other {# formulas have no saved result and are read as empty}}: {examples}. Open and save the file in a spreadsheet program, then upload it again',
  ],
})
