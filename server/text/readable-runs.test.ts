import { describe, expect, it } from 'vitest'
import { compareTokens } from './compare-tokens.ts'
import { readableRuns } from './readable-runs.ts'

const read = (before: string, after: string) => readableRuns(before, after, compareTokens(before, after))
const signs = { same: '', removed: '-', added: '+' }
const reportedOf = (before: string, after: string) =>
  read(before, after)
    .runs.map(({ op, text }) => `${signs[op]}[${text}]`)
    .join('')
const numbers = (before: string, after: string) =>
  read(before, after).numbers.map(({ before: was, after: is, change, unit, share }) => [
    was,
    is,
    `${change}${unit}`,
    share === null ? null : Math.round(share * 1000) / 10,
  ])
const left = (before: string, after: string) => {
  const { runs } = read(before, after)
  const join = (dropped: string) => runs.flatMap(({ op, text }) => (op === dropped ? [] : [text])).join('')
  return [join('added'), join('removed')]
}

describe('sentences', () => {
  it('one changed by more than half is shown whole, the others stay as they were', () => {
    expect(
      reportedOf(
        'We are open. Nothing has changed since then. Call us.',
        'We are open. As of November the office moved. Call us.',
      ),
    ).toBe('[We are open. ]-[Nothing has changed since then. ]+[As of November the office moved. ][Call us.]')
  })

  it('one changed by less keeps its words in place', () => {
    expect(reportedOf('The office opens on Monday. Call us.', 'The office opens on Friday. Call us.')).toBe(
      '[The office opens on ]-[Monday]+[Friday][. Call us.]',
    )
  })

  it('Chinese ones end where Chinese sentences end', () => {
    expect(
      reportedOf(
        '本中心成立于北京。我们不会分享您的数据。谢谢。',
        '本中心成立于北京。即日起全部业务迁往上海办理。谢谢。',
      ),
    ).toBe('[本中心成立于北京。]-[我们不会分享您的数据。]+[即日起全部业务迁往上海办理。][谢谢。]')
    expect(reportedOf('所长由张三担任，任期三年。', '所长由李四担任，任期三年。')).toBe(
      '[所长由]-[张三]+[李四][担任，任期三年。]',
    )
  })

  it('text only added or only removed stays in its place, however much it is', () => {
    expect(reportedOf('A port.', 'A port with many ships and cranes and people.')).toBe(
      '[A port]+[ with many ships and cranes and people][.]',
    )
  })

  it('characters outside the basic plane, other directions and emoji stay whole', () => {
    for (const [before, after] of [
      ['𠮷田太郎は社長です。姜𤨒姬也在。', '姜𤨒姬辞去了全部职务。姜𤨒姬也在。'],
      ['المدير هو أحمد. الهاتف 12.', 'انتقل المكتب إلى دبي في الشتاء. الهاتف 14.'],
      ['👩‍👩‍👧 3 persons 🇫🇷.', '👩‍👩‍👦 5 persons 🇩🇪!'],
    ] as const) {
      expect(left(before, after)).toEqual([before, after])
      for (const { text } of read(before, after).runs) expect(text.isWellFormed()).toBe(true)
    }
  })
})

describe('numbers', () => {
  it('are treated as a whole, never split', () => {
    expect(reportedOf('共 1.5亿 元', '共 1.6亿 元')).toBe('[共 ]-[1.5亿 元]+[1.6亿 元]')
    expect(reportedOf('于2026年11月21日举行', '于2026年12月1日举行')).toBe(
      '[于]-[2026年11月21日]+[2026年12月1日][举行]',
    )
  })

  it('show their change', () => {
    expect(numbers('We have 12,300 staff.', 'We have 14,000 staff.')).toEqual([['12,300', '14,000', '1700', 13.8]])
    expect(numbers('Revenue: $1.2 million', 'Revenue: $900 thousand')).toEqual([
      ['$1.2 million', '$900 thousand', '-300thousand', -25],
    ])
    expect(numbers('再生占比 47 %', '再生占比 52.5 %')).toEqual([['47 %', '52.5 %', '5.5', null]])
    expect(numbers('投资9,800万元', '投资1.2亿元')).toEqual([['9,800万元', '1.2亿元', '2200万', 22.4]])
    expect(numbers('现有三十五名教授', '现有四十名教授')).toEqual([['三十五', '四十', '5', 14.3]])
    expect(numbers('占百分之十二', '占百分之十五')).toEqual([['百分之十二', '百分之十五', '3', null]])
    expect(numbers('共１２人', '共１５人')).toEqual([['１２', '１５', '3', 25]])
  })

  it('dates change by days, months or years, without a share', () => {
    expect(numbers('Open until November 21, 2026.', 'Open until 1 December 2026.')).toEqual([
      ['November 21, 2026', '1 December 2026', '10', null],
    ])
    expect(numbers('截至2026-11-21', '截至2026-12-01')).toEqual([['2026-11-21', '2026-12-01', '10', null]])
    expect(numbers('二〇二五年十一月起', '二〇二六年一月起')).toEqual([
      ['二〇二五年十一月', '二〇二六年一月', '2', null],
    ])
    expect(numbers('Copyright 2024 ABC', 'Copyright 2026 ABC')).toEqual([['2024', '2026', '2', null]])
  })

  it('show no change if they are not comparable, or are no numbers', () => {
    for (const [before, after] of [
      ['costs $300 a day', 'costs €300 a day'],
      ['version 1.7.2 is out', 'version 1.7.3 is out'],
      ['call 010-62781234 now', 'call 010-62785678 now'],
      ['agent 007 came', 'agent 008 came'],
      ['at 12:30 sharp', 'at 14:30 sharp'],
      ['the A320 flew', 'the A330 flew'],
      ['以防万一发生', '以防千一发生'],
      ['Nothing in 1999 has changed.', 'All 12 staff left the town.'],
      ['from 2026-13-45 on', 'from 2026-13-46 on'],
    ] as const)
      expect([before, numbers(before, after)]).toEqual([before, []])
  })

  it('with ambiguous notation have a share and no change', () => {
    expect(numbers('Es sind 12.300 Personen', 'Es sind 14.000 Personen')).toEqual([['12.300', '14.000', 'null', 13.8]])
  })
})

it('both texts can always be restored from the runs', () => {
  const words = [
    ...'的 一 人 12 12,300 1.5亿 9,800万元 47% 2026年11月21日 11月 。 ！ ； . ! ? ， 、 $ 元 % 三十五 百分之 十 年 月 日'.split(
      ' ',
    ),
    ...'the cat 𠮷 🇫🇷 👩‍👧 مدير November 21 , 2026 - / : 3 5 0 million k'.split(' '),
    ' ',
    '  ',
    '\n',
    '\u00a0',
  ]
  let state = 1
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const word = () => words[random(words.length)] as string
  for (let turn = 0; turn < 1_500; turn += 1) {
    const before = Array.from({ length: random(40) }, word)
    const after = before.flatMap(each => {
      const dice = random(10)
      return dice === 0 ? [] : dice === 1 ? [word()] : dice === 2 ? [each, word(), word()] : [each]
    })
    const texts = [before.join(''), after.join('')]
    expect(left(texts[0] as string, texts[1] as string)).toEqual(texts)
    const { runs } = read(texts[0] as string, texts[1] as string)
    for (const { text } of runs) expect([texts, text.isWellFormed()]).toEqual([texts, true])
  }
})

it('a long text of one repeated sign costs the same as any other', () => {
  for (const each of ['.', '1', '1,', '1 ', '一', '百', '百分之', '2026年 1 月 ', 'jan ', '“', '-1', '$', '…']) {
    const text = each.repeat(Math.floor(90_000 / each.length))
    const runs = [
      { op: 'same', text },
      { op: 'added', text: '!' },
    ] as const
    expect(readableRuns(text, `${text}!`, runs).runs).toEqual(runs)
  }
})
