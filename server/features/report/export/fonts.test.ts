import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { findRareFonts, rareFamily } from './fonts.ts'
import { openPortable, openTypst } from './typst.ts'

const rare = '𠮷𡈽𬎆𫝀'
const files = findRareFonts(`光华 ${rare} 𠮷`)

test('only the parts of the font of rare characters that a text needs are found', () => {
  expect(findRareFonts('光华 Guanghua محمد 😀')).toEqual([])
  expect(files).toHaveLength(4)
  expect(findRareFonts('\u{2fffd}')).toEqual([])
})

test.each([
  ['built for this machine, where there is one', openTypst],
  // It reads no fonts of the machine, so every letter comes from a package.
  ['for all machines', openPortable],
])(
  'the compiler %s draws rare Chinese, Arabic and Hebrew letters',
  async (_, open) => {
    const set = await open(files)
    const families = ['Noto Sans S Chinese', 'Noto Naskh Arabic', 'Noto Sans Hebrew', ...files.map(rareFamily)]
    const template = `#set document(title: "x")
#set text(font: (${families.map(each => `"${each}"`).join(', ')}), fallback: false, lang: "zh")
光华 ${rare} محمد בנימין`
    const file = Buffer.from(await set({ template, files: new Map() }))
    for (const family of [...files.map(rareFamily), 'NotoNaskhArabic', 'NotoSansHebrew'])
      expect(file.includes(`+${family}`) || file.toString('latin1').includes(family)).toBe(true)
    const text = await (await (await getDocumentProxy(new Uint8Array(file))).getPage(1)).getTextContent()
    const drawn = text.items.map(item => ('str' in item ? item.str : '')).join('')
    for (const character of rare) expect(drawn).toContain(character)
  },
  60_000,
)
