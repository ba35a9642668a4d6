// Further transliterations of Cyrillic besides that of Russian passports, without the diacritics that folding removes.
import { phonesOf } from './phones.ts'
import { tableOf } from './table.ts'

const commonLetters = 'а a б b в v г g д d е e з z и i к k л l м m н n о o п p р r с s т t у u ф f ы y э e ъ - ь - і i'

/** ISO 9, scientific, Serbian and Macedonian Latin: č and c, š and s are the same letter once accents are removed. */
const scientific = tableOf(
  `${commonLetters} ё e є e ж z й j ј j ї i х h ц c ч c ш s щ s ю u я a ђ d ћ c љ lj њ nj џ dz ѕ dz ѓ g ќ k ґ g ў u`,
)
/** GOST 7.79, system B. */
const gost = tableOf(`${commonLetters} ё yo є ye ж zh й j ї yi х x ц cz ч ch ш sh щ shh ю yu я ya ґ g ў u`)
/** German newspaper transliteration. */
const german = tableOf(
  `${commonLetters} в w з s ё jo є je ж sch й i ї ji х ch ц z ч tsch ш sch щ schtsch ю ju я ja ґ g ў u`,
)
/** The transliterations of Ukraine and Belarus, in which г is h. */
const eastern = tableOf(`${commonLetters} г h ё io є ie ж zh и y й i ї i х kh ц ts ч ch ш sh щ shch ю iu я ia ґ g ў u`)
const balkan = tableOf(`${commonLetters} ђ dj ж zh ѓ gj ќ kj ј j љ lj њ nj ћ c х h ц c ч ch џ dj ш sh ѕ dz`)

const ways: [when: RegExp, table: Map<string, string>][] = [
  [/[жйјхцчшщюяёђћџ]/u, scientific],
  [/[йхцщ]/u, gost],
  [/[взжхцчшщюяё]/u, german],
  [/[гіїєў]/u, eastern],
  [/[ѓќђџ]/u, balkan],
]

/**
 * Sounds of the other transliterations; empty if they do not differ. Letters that a table lacks keep the standard
 * spelling.
 */
export function otherSoundsOfCyrillic(word: string, spelling: (letter: string) => string): string[] {
  return ways.flatMap(([when, table]) =>
    when.test(word) ? [phonesOf([...word].map(letter => table.get(letter) ?? spelling(letter)).join(''))] : [],
  )
}
