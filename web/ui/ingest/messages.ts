import { defineMessages } from '#web/platform/i18n.ts'

export const tableLayoutMessages = defineMessages({
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
