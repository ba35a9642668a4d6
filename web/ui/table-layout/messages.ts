import { defineMessages } from '#web/platform/i18n.ts'

export const tableLayoutMessages = defineMessages(
  {
    sheet: '工作表',
    headingRow: '列名所在行',
    aboveHeading: '上方 {count, number} 行不读取',
    totalsLeftOut: '末尾的合计行不读取：{totals}',
  },
  {
    sheet: 'Sheet',
    headingRow: 'Row with the column names',
    aboveHeading: '{count, plural, one {# row above it is} other {# rows above it are}} left out',
    totalsLeftOut: 'The totals at the end are left out: {totals}',
  },
)
