import type { NumberChange } from '#contract/diff.api.ts'
import type { FoundNumber } from './number-find.ts'

const firstYear = 1900
const lastYear = 2100

/** The change of a number; null if the two are not comparable or are equal. */
export function numberChange(
  was: FoundNumber & { text: string },
  is: FoundNumber & { text: string },
): NumberChange | null {
  if (was.kind !== is.kind || was.precision !== is.precision || was.currency !== is.currency) return null
  const isScaled = was.scale > 1 || is.scale > 1
  if (was.unit !== is.unit && (was.kind === 'percent' || !(isScaled && isCount(was) && isCount(is)))) return null
  // Expressed in the smaller of the two units: from 9,800万 to 1.2亿 is a growth of 2,200万.
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

/** A year without 年 looks like any other number; a share of it would be meaningless. */
const isYear = ({ value, decimals, unit, currency, text }: FoundNumber & { text: string }) =>
  value >= firstYear && value <= lastYear && decimals + unit.length + currency.length === 0 && !text.includes(',')

/** Number of decimals of the change: those of the more precise of the two, in units of `scale`. */
function decimalsIn(scale: number, ...numbers: FoundNumber[]): number {
  const each = numbers.map(({ decimals, scale: own }) => decimals - Math.round(Math.log10(own / scale)))
  return Math.min(9, Math.max(0, ...each))
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
