import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { engineVersion } from './engine-version.ts'
import { buildIndex, type Party, type PartyKind } from './name.ts'

/**
 * The digest of the answers of each version. Changed answers need a new version with a new digest; otherwise records
 * compared earlier would not be compared again.
 */
const digests: Record<number, string> = { 1: '4f51d567e668a5e2', 2: 'a35dc3d3774b3e86' }

const persons = [
  ...[
    'Muhammad Hussein al-Khatib',
    'محمد حسين الخطيب',
    'KIM Jong-su',
    '김정수',
    'Владимир Сергеевич Петров',
    'Petrov, Vladimir',
  ],
  ...[
    'WANG Xiaoming',
    '王小明',
    'Χρήστος Παπαδόπουλος',
    'דוד כהן',
    'राम कुमार शर्मा',
    'スズキ タロウ',
    'José María de la Cruz',
  ],
  ...[
    'Abd el-Rahman Yasin',
    'Abdulrahman Yassine',
    'Olga Ivanova-Smith',
    'WU, Weihua',
    'HASSAN, Hassan el-Hajj',
    "O'Neill, Seán",
  ],
]
const organisations = [
  ...[
    'Vela Shipping SRL',
    'VELA-MARINE LTD',
    'ООО «Вектор Трейдинг»',
    'Vector Trading LLC',
    '中国航天三江集团有限公司',
  ],
  ...['China Aerospace Sanjiang Group', 'Bank of the Orient', 'Al Rashid Trust', 'مؤسسة الرشيد', 'EN BANK PJSC', 'IHU'],
  ...['Chong Chon Gang', 'Chongchongang Shipping Co Ltd'],
]
const facts: Partial<Party>[] = [{}, { dates: ['1961-04-17'], countries: ['EG'] }, { dates: ['1962'], sex: 'male' }]

test('the engine’s answers change only with its version', () => {
  const party = (kind: PartyKind, text: string, n: number): Party => ({ kind, names: [{ text }], ...facts[n % 3] })
  const entries = [
    ...persons.map((name, n) => party('person', name, n)),
    ...organisations.map((name, n) => party('organisation', name, n)),
  ].map((party, n) => ({ id: String(n), party }))
  const index = buildIndex(entries)
  const answers = [...persons, ...organisations].flatMap((name, n) =>
    (['person', 'organisation', 'unknown'] as const).map(kind =>
      index
        .search(party(kind, name, n + 1), { limit: 50 })
        .map(({ id, score, features }) => [id, score.toFixed(3), ...features.map(({ code }) => code).sort()].join(' ')),
    ),
  )
  const digest = createHash('sha256').update(JSON.stringify(answers)).digest('hex').slice(0, 16)
  expect({ version: engineVersion, digest }, 'the engine answers otherwise: raise engineVersion').toEqual({
    ...{ version: engineVersion, digest: digests[engineVersion] },
  })
})
