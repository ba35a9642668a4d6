import type { NewEvent } from '#contract/event.api.ts'
import type { NewPerson } from '#contract/person.api.ts'
import type { RelationType } from '#contract/relation.api.ts'

const demoNotice = `虚构的演示记录，与任何真实的人和事无关。\nA fictional demonstration record; it stands for nobody and nothing real.`

type PersonRow = readonly [
  name: string,
  alias: string,
  region: string,
  position: string,
  score: number,
  /** Names of demonstration organisations, and the person's role there. */
  ogs: readonly (readonly [og: string, role: string])[],
  /** The role of an earlier person of this list for this one. */
  related: readonly (readonly [name: string, type: RelationType])[],
]

const persons: readonly PersonRow[] = [
  ['沈北辰', 'Shen Beichen', 'CN', '董事长', 82, [['北辰油气', '董事长']], []],
  ['沈晓岚', 'Shen Xiaolan', 'CN', '财务总监', 61, [['北辰油气', '财务总监']], [['沈北辰', 'sibling']]],
  ['奥马尔·哈迪', 'Omar Hadi', 'AE', '总经理', 74, [['沙丘能源', '总经理']], [['沈北辰', 'partner']]],
  [
    '伊莲娜·沃斯',
    'Elena Voss',
    'CY',
    '合伙人',
    91,
    [
      ['琥珀湾银行', '合伙人'],
      ['三峰资本', '顾问'],
    ],
    [],
  ],
  [
    '马可·里纳尔迪',
    'Marco Rinaldi',
    'CH',
    '投资总监',
    68,
    [['三峰资本', '投资总监']],
    [
      ['伊莲娜·沃斯', 'superior'],
      ['沈晓岚', 'associate'],
    ],
  ],
  [
    '尼科斯·卡拉斯',
    'Nikos Karras',
    'GR',
    '船东',
    88,
    [
      ['黑帆船务', '船东'],
      ['蓝锚航运', '股东'],
    ],
    [['伊莲娜·沃斯', 'associate']],
  ],
  ['陈海生', 'Chen Haisheng', 'SG', '船队经理', 47, [['海峡拖轮', '船队经理']], [['尼科斯·卡拉斯', 'superior']]],
  ['阿米娜·奥科耶', 'Amina Okoye', 'NG', '副总裁', 57, [['德尔塔炼化', '副总裁']], [['奥马尔·哈迪', 'colleague']]],
  ['朴在民', 'Park Jaemin', 'KR', '首席技术官', 72, [['青鸟芯片', '首席技术官']], []],
  [
    '格蕾丝·霍尔特',
    'Grace Holt',
    'US',
    '项目主管',
    79,
    [['长庚卫星', '项目主管']],
    [
      ['朴在民', 'colleague'],
      ['尼科斯·卡拉斯', 'adversary'],
    ],
  ],
  ['卢卡斯·费雷拉', 'Lucas Ferreira', 'BR', '研究员', 33, [['河谷研究所', '研究员']], [['马可·里纳尔迪', 'friend']]],
  [
    '𠮷田薫',
    'Yoshida Kaoru',
    'JP',
    '秘书长',
    52,
    [['灯塔论坛', '秘书长']],
    [
      ['卢卡斯·费雷拉', 'teacher'],
      ['朴在民', 'friend'],
    ],
  ],
]

/** The persons as records, in an order in which related persons come first. */
export const demoPersons = persons.map(([name, alias, region, position, score, ogs, related]) => ({
  ogs,
  related,
  values: {
    name: `${name}（虚构）`,
    aliases: [`${alias} (fictional)`],
    region,
    position,
    score,
    is_focus: score >= 70,
    labels: ['虚构 fictional'],
    desc: demoNotice,
  } satisfies NewPerson,
  key: name,
}))

type EventRow = readonly [
  title: string,
  engTitle: string,
  /** Days from the day of loading. */
  day: number,
  /** Null: the event has no level. */
  level: 1 | 2 | 3 | 4 | 5 | null,
  place: readonly [region: string, city: string, lat: number, lng: number],
  ogs: readonly string[],
  persons: readonly string[],
]

const events: readonly EventRow[] = [
  ['股东会', 'Shareholders meet', 0, 2, ['CN', '大连 Dalian', 38.91, 121.6], ['北辰油气'], ['沈北辰', '沈晓岚']],
  [
    '油轮抵港',
    'A tanker calls',
    1,
    4,
    ['GR', '比雷埃夫斯 Piraeus', 37.94, 23.65],
    ['黑帆船务', '蓝锚航运'],
    ['尼科斯·卡拉斯'],
  ],
  ['能源论坛', 'Energy forum', 4, null, ['AE', '迪拜 Dubai', 25.2, 55.27], ['沙丘能源', '北辰油气'], ['奥马尔·哈迪']],
  [
    '卫星发射',
    'Satellite launch',
    9,
    3,
    ['US', '卡纳维拉尔角 Cape Canaveral', 28.39, -80.6],
    ['长庚卫星'],
    ['格蕾丝·霍尔特'],
  ],
  ['渔业谈判', 'Fisheries talks', 13, null, ['FJ', '苏瓦 Suva', -18.14, 178.44], ['群岛渔业联盟'], []],
  [
    '账户被冻结',
    'Accounts are frozen',
    -1,
    5,
    ['CY', '利马索尔 Limassol', 34.68, 33.04],
    ['琥珀湾银行'],
    ['伊莲娜·沃斯'],
  ],
  [
    '更换投资总监',
    'New head of investment',
    -3,
    2,
    ['CH', '苏黎世 Zurich', 47.37, 8.54],
    ['三峰资本'],
    ['马可·里纳尔迪'],
  ],
  [
    '炼厂停产',
    'Refinery halts',
    -6,
    4,
    ['NG', '哈科特港 Port Harcourt', 4.82, 7.03],
    ['德尔塔炼化'],
    ['阿米娜·奥科耶'],
  ],
  ['新芯片发布', 'A chip is shown', -10, null, ['KR', '首尔 Seoul', 37.57, 126.98], ['青鸟芯片'], ['朴在民']],
  [
    '年度会议',
    'Annual meeting',
    -20,
    1,
    ['GB', '伦敦 London', 51.5, -0.12],
    ['灯塔论坛', '河谷研究所'],
    ['𠮷田薫', '卢卡斯·费雷拉'],
  ],
]

/** The events as records; `day` counts from the day of loading. */
export const demoEvents = events.map(([title, engTitle, day, level, place, ogs, persons]) => {
  const [region, address, lat, lng] = place
  return {
    day,
    ogs,
    persons,
    values: {
      title: `${title} ${engTitle}（虚构 fictional）`,
      region,
      address,
      lat,
      lng,
      ...(level !== null && { level, status: 'confirmed' as const }),
      labels: ['虚构 fictional'],
      desc: demoNotice,
    } satisfies NewEvent,
  }
})
