import type { FoundNumber } from '#server/text/number-find.ts'
import type { Anchor } from './anchors.ts'

const currencies: [RegExp, string][] = [
  [/hk|港/, 'hkd'],
  [/us|美|^\$$|dollar/, 'usd'],
  [/eur|€|欧/, 'eur'],
  [/gbp|£|英镑/, 'gbp'],
  [/jpy|日元|円/, 'jpy'],
  [/cny|rmb|yuan|人民币|^元$|¥|￥/, 'cny'],
]
const currencyOf = (text: string) => currencies.find(([sign]) => sign.test(text))?.[1] ?? text

const hasYear = (text: string) => /\d{4}|[〇零一二三四五六七八九]{4}\s?年/u.test(text)
const isYear = (value: number) => Number.isInteger(value) && value >= 1800 && value < 2200

/** Year, month and day, as far as a date has them. */
function partsOf({ value, precision }: FoundNumber, text: string): { y?: number; m?: number; d?: number } {
  if (precision === 'year') return { y: value }
  if (precision === 'month') return { y: Math.floor((value - 1) / 12), m: ((value - 1) % 12) + 1 }
  const day = new Date(value * 86_400_000)
  const rest = { m: day.getUTCMonth() + 1, d: day.getUTCDate() }
  return hasYear(text) ? { y: day.getUTCFullYear(), ...rest } : rest
}

/** Whether a number of the source is that of the sentence, however it is written. A source may be more precise about a date. */
export function isSameValue(
  anchor: Extract<Anchor, { kind: 'number' | 'date' }>,
  found: FoundNumber,
  source: string,
): boolean {
  const { number } = anchor
  if (found.kind === 'date') {
    const there = partsOf(found, source.slice(found.start, found.end))
    if (number.kind === 'date')
      return Object.entries(partsOf(number, anchor.text)).every(([part, value]) => there[part as 'y'] === value)
    return number.kind === 'number' && number.unit === '' && isYear(number.value) && there.y === number.value
  }
  if (number.kind === 'date')
    return number.precision === 'year' && found.kind === 'number' && found.unit === '' && found.value === number.value
  const isClose = Math.abs(number.value - found.value) <= 1e-9 * Math.max(1, Math.abs(found.value))
  if (number.kind !== found.kind || !isClose) return false
  if (number.kind === 'percent') return number.unit === found.unit
  if (number.currency !== '' && currencyOf(number.currency) !== currencyOf(found.currency)) return false
  return number.scale !== 1 || found.scale !== 1 || number.unit === found.unit
}
