import { type Gender, genders } from '#contract/entities/person.schema.ts'
import { coverOf } from '#contract/event-time.ts'

/** Whether the death is before the birth; for partial dates only if it is certain. */
export function diesFirst(birth: unknown, death: unknown): boolean {
  if (typeof birth !== 'string' || typeof death !== 'string') return false
  return coverOf(death).to.getTime() <= coverOf(birth).from.getTime()
}

const words: Record<Gender, string[]> = {
  male: ['m', 'man', 'mr', '男', '男性', '先生'],
  female: ['f', 'woman', 'ms', 'mrs', '女', '女性', '女士'],
  other: ['x', 'nonbinary', 'nonbinarygender', '其他', '其它'],
}

/** A gender as files write it, in either language; undefined if the word is unknown. */
export function genderOf(text: string): Gender | undefined {
  const key = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '')
  return genders.find(gender => gender === key || words[gender].includes(key))
}
