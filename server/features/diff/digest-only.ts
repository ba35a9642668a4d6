import { isRelative, maskDates, maskNumbers } from './tokens.ts'

/**
 * All that differs in a place: counters (whole numbers), figures (amounts, shares, decimals), dates, or the host of
 * links that otherwise lead where they led.
 */
export type Only = 'numbers' | 'figures' | 'dates' | 'hosts'

/** A figure within a sentence is what somebody wrote; a bare one is a counter or a stamp. */
const proseChars = 60
/** A Chinese character says what some Latin ones do: a sentence of them is short. */
const hanWeight = 2.5
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

/** What alone differs between two texts of one place, where it is little. */
export function onlyOf(before: string, after: string): Only | undefined {
  const bare = maskDates(before)
  if (bare === maskDates(after)) return lengthOf(bare) < proseChars || isRelative(after) ? 'dates' : undefined
  const plain = maskNumbers(before)
  if (plain !== maskNumbers(after) || lengthOf(plain) >= proseChars) return undefined
  return hasFigure(before, after) ? 'figures' : 'numbers'
}

/**
 * What stands around numbers or dates that alone differ; undefined where more does. Numbers by themselves are equal by
 * chance: the year of a footer and the year of a contract.
 */
export function wordsAround(before: string, after: string): string | undefined {
  const bare = maskDates(before)
  if (bare === maskDates(after)) return bare
  const plain = maskNumbers(before)
  return plain === maskNumbers(after) ? plain : undefined
}

function lengthOf(text: string): number {
  return text.length + (text.match(han)?.length ?? 0) * (hanWeight - 1)
}

const amounts =
  /(?<lead>\p{Sc}\s?|\b(?:[A-Z]{2})?(?:USD|EUR|CNY|RMB|GBP|JPY|HKD|CHF|INR|KRW)\s?)?(?<number>\d+(?:[.,]\d+)*)(?<unit>\s?(?:[%％‰°℃℉\p{Sc}元圆圓美欧歐万萬亿億倍吨噸]|(?:USD|EUR|CNY|RMB|GBP|JPY|HKD|CHF|INR|KRW)\b))?/gu

/** Whether a number that changed measures something: it has a unit, a currency, a fraction. Counters have none. */
function hasFigure(before: string, after: string): boolean {
  const old = [...before.matchAll(amounts)]
  return [...after.matchAll(amounts)].some((match, at) => {
    const was = old[at]?.groups
    const { lead, number, unit } = match.groups as { lead?: string; number: string; unit?: string }
    return was?.number !== number && (lead !== undefined || unit !== undefined || /[.,]\d{1,2}$/.test(number))
  })
}
