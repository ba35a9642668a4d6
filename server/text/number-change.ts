import type { NumberChange } from '#contract/diff.ts'
import type { FoundNumber } from './number-find.ts'

const firstYear = 1900
const lastYear = 2100

/** What became of a number; null where the two do not count the same, or are the same. */
export function numberChange(
  was: FoundNumber & { text: string },
  is: FoundNumber & { text: string },
): NumberChange | null {
  if (was.kind !== is.kind || was.precision !== is.precision || was.currency !== is.currency) return null
  const isScaled = was.scale > 1 || is.scale > 1
  if (was.unit !== is.unit && (was.kind === 'percent' || !(isScaled && isCount(was) && isCount(is)))) return null
  // Told in what the smaller one is counted in: 9,800万 that became 1.2亿 grew by 2,200万.
  const small = was.scale <= is.scale ? was : is
  const decimals = decimalsIn(small.scale, was, is)
  const change = round((is.value - was.value) / small.scale, decimals)
  if (change === 0) return null
  const isAmbiguous = was.isAmbiguous || is.isAmbiguous
  const isShare = was.kind === 'number' && was.value !== 0 && !(isYear(was) && isYear(is))
  return {
    before: was.text,
    after: is.text,
    kind: was.precision ?? (was.kind === 'percent' && was.unit === '%' ? 'percent' : 'number'),
    change: isAmbiguous ? null : change,
    unit: small.unit === '%' ? '' : small.unit,
    share: isShare ? (is.value - was.value) / Math.abs(was.value) : null,
  }
}

/** Without a unit, or with one that only multiplies. */
const isCount = ({ scale, unit }: FoundNumber) => scale > 1 || unit === ''

/** A year that says no 年 is a number like any other; its share would say nothing. */
const isYear = ({ value, decimals, unit, currency, text }: FoundNumber & { text: string }) =>
  value >= firstYear && value <= lastYear && decimals + unit.length + currency.length === 0 && !text.includes(',')

/** Digits that the change may have: those of the finer of the two, counted in `scale`. */
function decimalsIn(scale: number, ...numbers: FoundNumber[]): number {
  const each = numbers.map(({ decimals, scale: own }) => decimals - Math.round(Math.log10(own / scale)))
  return Math.min(9, Math.max(0, ...each))
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
