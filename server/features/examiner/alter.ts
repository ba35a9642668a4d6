// Alters names of list entries as people do. The same entry and seed give the same queries.
import { createHash } from 'node:crypto'
import type { Alteration, QueryScript } from '#contract/examiner.api.ts'
import type { Party } from '#server/name/name.ts'

// Names in another script, as a newspaper would write them; independent of the romanisers that are examined.

const pairs = (text: string): [string, string][] =>
  text
    .trim()
    .split(/\s+/)
    .map(pair => pair.split('=') as [string, string])
    .sort((a, b) => b[0].length - a[0].length)

const cyrillic =
  pairs(`shch=щ sch=щ sh=ш ch=ч zh=ж kh=х ts=ц ph=ф th=т ck=к qu=кв yu=ю iu=ю ya=я ia=ия yo=йо ye=е ou=у oo=у ee=и gh=г dh=д
  a=а b=б c=к d=д e=е f=ф g=г h=х i=и j=дж k=к l=л m=м n=н o=о p=п q=к r=р s=с t=т u=у v=в w=в x=кс y=и z=з`)
const latin =
  pairs(`а=a б=b в=v г=g ґ=g д=d е=e ё=yo є=ye ж=zh з=z и=i і=i ї=yi й=y ј=j к=k л=l љ=lj м=m н=n њ=nj о=o п=p р=r с=s т=t ћ=c ђ=dj у=u ў=u
  ф=f х=kh ц=ts ч=ch џ=dz ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya ә=a ғ=g қ=k ң=n ө=o ұ=u ү=u һ=h`)

/** Vowels within a word as long ones, as newspapers write foreign names; e is left out. */
const arabic =
  pairs(`sh=ش kh=خ gh=غ th=ث dh=ذ ch=تش ph=ف ck=ك qu=قو ts=تس zh=ج ou=و oo=و ee=ي aa=ا ai=اي ay=اي ei=ي ey=ي au=او aw=او
  a=ا b=ب c=ك d=د e= f=ف g=غ h=ه i=ي j=ج k=ك l=ل m=م n=ن o=و p=ب q=ق r=ر s=س t=ت u=و v=ف w=و x=كس y=ي z=ز '= ’= ‘= \`=`)

function write(text: string, table: readonly [string, string][]): string {
  const plain = text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
  let written = ''
  for (let at = 0; at < plain.length; ) {
    const pair = table.find(([from]) => plain.startsWith(from, at))
    written += pair ? pair[1] : plain[at]
    at += pair ? pair[0].length : 1
  }
  return written.replace(/(?<![\p{L}\p{M}])\p{L}/gu, letter => letter.toUpperCase())
}

const toCyrillic = (text: string): string => write(text, cyrillic)
/** Double consonants are written once, and a vowel that begins a word is carried by an alif. */
const toArabic = (text: string): string =>
  write(
    text
      .replace(/([b-df-hj-np-tv-z])\1/giu, '$1')
      .replace(/(?<!\p{L})[ei]+/giu, 'a')
      .replace(/(?<!\p{L})[ou]+/giu, 'au'),
    arabic,
  )
const toLatin = (text: string): string => write(text, latin)

export type AlteredQuery = { alteration: Alteration; script: QueryScript; text: string; party: Party }

const scripts: [QueryScript, RegExp][] = [
  ['latin', /\p{Script=Latin}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['han', /\p{Script=Han}/u],
]
/** The script of the first letter. */
function scriptOf(text: string): QueryScript {
  const letter = /\p{L}/u.exec(text)?.[0] ?? ''
  return scripts.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'other'
}

/** A number less than `below` that depends only on the words. */
function draw(below: number, ...words: readonly string[]): number {
  return createHash('sha256').update(words.join('\0')).digest().readUInt32BE(0) % below
}

const letters = (text: string) => [...text]
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)
const patronymic = /(?:ovich|evich|ovna|evna|ович|евич|овна|евна|івна|йович)$/iu
const forms = /[\s,]+(?:ltd|limited|llc|l\.l\.c|inc|corp|corporation|gmbh|ag|s\.?a|srl|ooo|ооо|jsc|plc|co)\.?$/iu
const surnames = ['Petrenko', 'Haddad', 'Keller', 'Moreno', 'Lindqvist']

type AlteredName = { text: string; year?: string } | null
type Alter = (name: string, party: Party, seed: string) => AlteredName | AlteredName[]

const alters: Record<Alteration, Alter> = {
  exact: text => ({ text }),
  order: name => {
    const words = wordsOf(name)
    return words.length < 2 ? null : { text: [...words.slice(1), words[0]!].join(' ') }
  },
  initials: (name, { kind }, seed) => {
    const words = wordsOf(name)
    if (kind !== 'person' || words.length < 3 || scriptOf(name) === 'arabic') return null
    const at = 1 + draw(words.length - 2, seed, 'initial')
    const [first = ''] = letters(words[at]!)
    return /\p{L}/u.test(first) ? { text: words.with(at, `${first}.`).join(' ') } : null
  },
  one_letter: (name, _, seed) => {
    const words = wordsOf(name)
    const [longest = ''] = words.toSorted((a, b) => letters(b).length - letters(a).length)
    const own = letters(longest)
    if (own.length < 6 || !/^\p{L}+$/u.test(longest)) return null
    const at = 2 + draw(own.length - 3, seed, 'letter')
    const changed = draw(2, seed, 'way') === 0 ? own.toSpliced(at, 1) : own.toSpliced(at, 0, own[at]!)
    return { text: words.map(word => (word === longest ? changed.join('') : word)).join(' ') }
  },
  script: (name, { kind }) => {
    if (kind !== 'person') return null
    const script = scriptOf(name)
    if (script === 'latin') return [{ text: toCyrillic(name) }, { text: toArabic(name) }]
    return script === 'cyrillic' ? { text: toLatin(name) } : null
  },
  legal_form: (name, { kind }) => {
    if (kind !== 'organisation' || scriptOf(name) !== 'latin') return null
    const bare = name.replace(forms, '')
    return { text: bare === name ? `${name} LLC` : bare }
  },
  birth_year: (text, { kind, dates = [] }) => {
    const year = /^\d{4}/.exec(dates[0] ?? '')?.[0]
    return kind === 'person' && year !== undefined ? { text, year } : null
  },
  married_name: (name, { kind, sex }, seed) => {
    const isKnown = kind === 'person' && sex === 'female' && scriptOf(name) === 'latin' && wordsOf(name).length > 1
    return isKnown ? { text: `${name}-${surnames[draw(surnames.length, seed, 'married')]}` } : null
  },
  no_patronymic: (name, { kind }) => {
    const words = wordsOf(name)
    const at = words.findIndex((word, n) => n > 0 && patronymic.test(word))
    return kind === 'person' && words.length > 2 && at > 0 ? { text: words.toSpliced(at, 1).join(' ') } : null
  },
  spacing: (name, _, seed) => {
    const words = wordsOf(name)
    if (words.length < 2) return null
    const between = draw(2, seed, 'spacing') === 0 ? '  ' : '-'
    return { text: [words[0], words.slice(1).join(' ')].join(between) }
  },
}

/**
 * Every alteration that is possible for the party. A query contains only the name, and the year of birth if that is the
 * alteration.
 */
export function alterName(party: Party, key: string, seed: string): AlteredQuery[] {
  const name = party.names[0]?.text.trim() ?? ''
  if (!/[\p{L}\p{N}]/u.test(name)) return []
  return (Object.keys(alters) as Alteration[]).flatMap(alteration => {
    return [alters[alteration](name, party, `${seed}\0${key}`)].flat().flatMap(altered => {
      if (!altered || altered.text.trim() === '') return []
      const { text, year } = altered
      const dates = year === undefined ? {} : { dates: [year] }
      return [
        {
          ...{ alteration, script: scriptOf(text), text: year === undefined ? text : `${text} (${year})` },
          party: { kind: party.kind, names: [{ text }], ...dates },
        },
      ]
    })
  })
}
