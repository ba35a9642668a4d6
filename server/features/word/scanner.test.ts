import { expect, test } from 'vitest'
import { COMBINING, WORD } from './fold.ts'
import { compose, isWordAfter, isWordBefore, kindAt, normalise, wordKey } from './normalise.ts'
import { buildScanner, type Pattern, type TextHit } from './scanner.ts'

const words = (...texts: string[]): Pattern[] => texts.map((text, id) => ({ id, text, kind: 'word' }))
const found = (text: string, ...texts: string[]) =>
  buildScanner(words(...texts))
    .scan(text)
    .map(hit => text.slice(hit.start, hit.end))

test('a word is recognised in every way of writing it', () => {
  for (const [left, right] of [
    ['ＡＢＣ１２', 'abc12'],
    ['軟體', '软体'],
    ['臺灣 銀行', '台湾银行'],
    ['敏·感-词', '敏感词'],
    ['Cafe\u0301', 'café'],
    ['㍿', '株式会社'],
    ['ｶﾞｽ', 'ガス'],
    ['United \n  States', ' united states '],
    ['McDonald’s', "mcdonald's"],
    ['裏', '里'],
    ['½\ufe0f', '1⁄2'],
    ['𝐀𝐁', 'ab'],
    ['AK 步枪', 'ak步枪'],
  ] as const)
    expect(wordKey(left), left).toBe(wordKey(right))
  expect(wordKey('C++')).not.toBe(wordKey('C'))
  expect(wordKey(' \u200b ')).toBe('')
})

test('hits have offsets in the original', () => {
  expect(found('这是敏 感-詞，不是別的', '敏感词')).toEqual(['敏 感-詞'])
  expect(found('𝒳😀ＦＡＬＵＮ　ＧＯＮＧ!', 'falun gong')).toEqual(['ＦＡＬＵＮ　ＧＯＮＧ'])
  expect(found('the cafe\u0301s: Cafe\u0301.', 'café')).toEqual(['Cafe\u0301'])
  expect(found('本㍿は', '株式', '会社は')).toEqual(['㍿', '㍿は'])
  expect(found('Ap\u00adple, pine\u200bapple', 'apple')).toEqual(['Ap\u00adple'])
  expect(found('Apple™ and Apple² and apples', 'apple')).toEqual(['Apple', 'Apple'])
  expect(found('United\nStates', 'united states')).toEqual(['United\nStates'])
})

test('words of spaced scripts end at their neighbours, Chinese words do not', () => {
  expect(found('class assassin ass, (ass) 3ass', 'ass')).toEqual(['ass', 'ass'])
  expect(found('买AK步枪和TAK步枪', 'AK步枪')).toEqual(['AK步枪'])
  expect(found('用 .NET 和C++写', '.net', 'c++', 'net')).toEqual(['.NET', 'NET', 'C++'])
  expect(found('中华人民共和国', '中华', '华人', '人民', '民')).toEqual(['中华', '华人', '人民', '民'])
})

test('lines, clauses and long gaps end a Chinese word', () => {
  expect(found('出口\n交易 路口，交通 口          交', '口交')).toEqual([])
  expect(found('口、交 口 * 交', '口交')).toEqual(['口、交', '口 * 交'])
})

test('an allow-phrase excludes the words that it covers, and no others', () => {
  const scanner = buildScanner([
    { id: 1, text: '口交', kind: 'word' },
    { id: 2, text: '路口交通', kind: 'allow' },
    { id: 3, text: '口交', kind: 'name' },
    { id: 4, text: '交通部', kind: 'word' },
  ])
  const text = '路口交通部，口交，路 口 交 通'
  expect(scanner.scan(text).map(hit => [hit.id, text.slice(hit.start, hit.end)])).toEqual([
    [3, '口交'],
    [4, '交通部'],
    [1, '口交'],
    [3, '口交'],
    [3, '口 交'],
  ])
})

test('an empty dictionary and an empty text find nothing', () => {
  expect(buildScanner([]).scan('anything 什么')).toEqual([])
  expect(buildScanner(words('', ' ', '词')).scan('')).toEqual([])
})

test('a text of one repeated character takes linear time', () => {
  const scanner = buildScanner(words('的'.repeat(99), `${'的'.repeat(100)}词`, `.${'a'.repeat(50)}`))
  const startedAt = performance.now()
  scanner.scan(`${'.'.repeat(40_000)}${'的'.repeat(20_000)}${'\u200b'.repeat(100_000)}${' '.repeat(100_000)}`)
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})

/** A reference implementation: every position of each key in the compared form. */
function naive(patterns: Pattern[], original: string): TextHit[] {
  const joined = compose(original)
  const { text, starts, ends } = normalise(joined.text)
  const isSpelled = (at: number) => [WORD, COMBINING].includes(kindAt(joined.text, at))
  const spans = patterns.flatMap(pattern => {
    const key = wordKey(pattern.text)
    const hits: (TextHit & { isAllow: boolean })[] = []
    for (let at = key ? text.indexOf(key) : -1; at >= 0; at = text.indexOf(key, at + 1)) {
      const last = at + key.length - 1
      const start = starts[at]!
      const end = ends[last]!
      const isIn = starts[at - 1] === start || isWordBefore(joined.text, start)
      const goesOn = starts[last + 1] === starts[last] || isWordAfter(joined.text, end)
      if ((isSpelled(start) && isIn) || (isSpelled(starts[last]!) && goesOn)) continue
      const kind = pattern.kind === 'name' ? 'name' : 'word'
      const span = { start: joined.starts[start]!, end: joined.ends[end - 1]! }
      hits.push({ id: pattern.id, kind, ...span, isAllow: pattern.kind === 'allow' })
    }
    return hits
  })
  const phrases = spans.filter(span => span.isAllow)
  const isCovered = (hit: TextHit) => phrases.some(phrase => phrase.start <= hit.start && phrase.end >= hit.end)
  return spans
    .filter(span => !span.isAllow && (span.kind === 'name' || !isCovered(span)))
    .map(({ isAllow: _, ...hit }) => hit)
}

/** Pseudo-random numbers in [0, below) that are the same in every run. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const alphabets = [
  [...'敏感词詞路口交通'],
  [...'敏感词ab A B'],
  [...'ab  Ａ.-é', 'e\u0301', '\u0301'],
  [...'口交 ·-、，\n\u200b\u00ada1'],
  [...'株式会社㍿㈱ﬁfi№o1½…️™tm', 'ｶﾞ', 'ガ', '\u3099'],
  [...'𝐀a😀\ud835\udc00한 국어한'],
]

test('the scanner finds the same as a plain search, on thousands of random texts', () => {
  const random = seeded(20261121)
  const order = (hits: TextHit[]) =>
    [...new Set(hits.map(hit => `${hit.start}-${hit.end} ${hit.kind} ${hit.id}`))].sort()
  let total = 0
  for (let round = 0; round < 3000; round += 1) {
    const alphabet = alphabets[round % alphabets.length]!
    const make = (most: number) =>
      Array.from({ length: 1 + random(most) }, () => alphabet[random(alphabet.length)]).join('')
    const patterns: Pattern[] = Array.from({ length: 1 + random(8) }, (_, id) => ({
      id,
      text: make(4),
      kind: (['word', 'word', 'name', 'allow'] as const)[random(4)]!,
    }))
    const text = make(40)
    const hits = buildScanner(patterns).scan(text)
    total += hits.length
    const reportedOf = JSON.stringify({ patterns: patterns.map(pattern => pattern.text), text })
    expect(order(hits), reportedOf).toEqual(order(naive(patterns, text)))
  }
  expect(total).toBeGreaterThan(3000)
}, 30_000)
