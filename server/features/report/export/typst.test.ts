import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { openPortable, openTypst, type Typst } from './typst.ts'

const template =
  '#let data = json("/data.json")\n#set text(font: "Noto Sans S Chinese")\n#data.text #context counter(page).display()'
const files = (text: string) => new Map([['/data.json', new TextEncoder().encode(JSON.stringify({ text }))]])

async function textOf(set: Typst, text: string): Promise<string> {
  const file = await set({ template, files: files(text) })
  return (await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true })).text.trim()
}

test.each([
  ['built for this machine, where there is one', openTypst],
  ['for all machines', openPortable],
])(
  'the compiler %s compiles several documents in a row, and reads only the files that it is given',
  async (_, open) => {
    const set = await open()
    expect([await textOf(set, '光华 #read("x")'), await textOf(set, 'next')]).toEqual(['光华 #read("x") 1', 'next 1'])
    for (const path of ['/etc/passwd', '/export.typ', '../../etc/passwd'])
      await expect(set({ template: `#read("${path}")`, files: new Map() })).rejects.toThrow()
    await expect(set({ template: '#let', files: new Map() })).rejects.toThrow('not set')
    expect(await textOf(set, 'as before')).toBe('as before 1')
  },
)
