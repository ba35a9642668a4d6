// Countries as files write them: codes, names and demonyms in every language of CLDR; `scripts/locale-words.ts` writes
// the table.
import { readFileSync } from 'node:fs'
import countries from 'i18n-iso-countries'
import { isCountry } from '#contract/region.ts'
import { looseKey } from './text-key.ts'

let countryKeys: ReadonlyMap<string, string> | undefined

function words(): ReadonlyMap<string, string> {
  countryKeys ??= new Map(
    readFileSync(new URL('./country-words.tsv', import.meta.url), 'utf8')
      .split('\n')
      .flatMap(line => {
        const [key = '', code = ''] = line.split('\t')
        return code === '' ? [] : [[key, code] as const]
      }),
  )
  return countryKeys
}

/** Names in scripts beyond the basic plane have up to 170. */
const longest = 200

/** `Ägyptens Staatsbürger` is beyond this; `中国籍`, `日本人`, `한국인`, `Republic of X` are not. */
const ends =
  /(?:国籍|籍|公民|国人|國人|人|国|國|국적|국민|인|사람|national|nationality|citizen|staatsangehörig(?:er|e)?)$/u
const starts =
  /^(?:the|republicof|republikaof|kingdomof|stateof|republik|republique|republicade|государство|республика|гражданин|гражданка|citizenof|nationalof)/u

/**
 * The code (ISO 3166-1 alpha-2) of a country from its name, its demonym or a code; undefined if it is none, or more
 * than one.
 */
export function readCountry(text: string): string | undefined {
  // Digits occur only in codes.
  if (text.length > longest || (/\d/.test(text) && !/^\s*\d{3}\s*$/.test(text))) return undefined
  const key = looseKey(text)
  if (key === '') return undefined
  const found = words().get(key)
  if (found !== undefined) return found
  if (/^\d{3}$/.test(key)) return codeOf(countries.numericToAlpha2(key))
  for (const bare of [
    key.replace(ends, ''),
    key.replace(starts, ''),
    `${key.replace(/人$/u, '')}国`,
    key.replace(/^ال/, ''),
  ])
    if (bare !== key && bare.length > 1) {
      const code = words().get(bare)
      if (code !== undefined) return code
    }
  // `Deutschland (DE)`, `RU - Russia`, `Côte d’Ivoire [CI]`
  const parts = text.split(/[()[\]]|\s[-–—:]\s/).filter(part => looseKey(part) !== '')
  if (parts.length !== 2) return undefined
  // `Iran (Islamic Republic of)`. Other words in brackets may turn the name into that of another country, so they are
  // not accepted.
  if (/republi|federa|kingdom|state|island|федерац|республик/i.test(parts[1] ?? '') && !/congo|korea/i.test(text)) {
    const code = words().get(looseKey(parts[0] ?? ''))
    if (code !== undefined) return code
  }
  const codes = new Set(parts.flatMap(part => words().get(looseKey(part)) ?? []))
  const isCoded = parts.some(part => /^\s*[A-Za-z]{2,3}\s*$/.test(part) && words().has(looseKey(part)))
  return codes.size === 1 && (isCoded || parts.every(part => words().has(looseKey(part)))) ? [...codes][0] : undefined
}

const codeOf = (code: string | undefined) => (code !== undefined && isCountry(code) ? code : undefined)

/** Separators of several countries. A comma may also be part of one name: `Korea, Republic of`. */
const countrySeparator = /[,，、;；|/\n\r&+]| (?:and|und|et|y|e|и|و|及|和) /

/** The countries of a cell, and the parts that name no country. */
export function readCountries(text: string): { codes: string[]; unread: string[] } {
  const whole = readCountry(text)
  if (whole !== undefined) return { codes: [whole], unread: [] }
  const codes: string[] = []
  const unread: string[] = []
  const parts = text.replace(/[^\S\n\r]+/g, ' ').split(countrySeparator)
  for (const part of parts.map(each => each.trim()).filter(each => each !== '')) {
    const code = readCountry(part)
    if (code === undefined) unread.push(part)
    else if (!codes.includes(code)) codes.push(code)
  }
  return { codes, unread }
}
