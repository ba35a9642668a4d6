// Russian in the spelling of passports, with the letters of Ukrainian, Belarusian, Bulgarian, Serbian, Kazakh and their
// neighbours.
import { tableOf } from './table.ts'

const letters =
  tableOf(`а a б b в v г g ґ g д d е e ё yo є ye ж zh з z и i і i ї yi й y ј y к k л l љ l м m н n њ n о o п p р r
  с s т t ћ c ђ dj у u ў u ф f х kh ц ts ч ch џ j ш sh щ shch ъ - ы y ь - э e ю yu я ya
  ә a ғ g қ k ң n ө o ұ u ү u һ h ҳ h ҷ j ҹ j ӣ i ӯ u ӑ a ӗ e ҫ s ҙ z ӳ u ѓ g ќ k ѕ dz ѐ e ѝ i ѣ e ӏ -`)

export function romaniseCyrillic(word: string): string {
  return [...word.replaceAll('чж', 'ж').replaceAll('дж', 'џ')]
    .map(letter => letters.get(letter) ?? letter)
    .join('')
    .replace(/(?:iy|yy|ii)$/, 'y')
    .replaceAll('ks', 'x')
}
