import { expect, it } from 'vitest'
import { markChanges } from './mark-changes.ts'
import { neutralise } from './neutralise.ts'

const page = (body: string) => neutralise(`<html><title>T</title><body>${body}</body></html>`, 'https://a.example/')
const bodyOf = (html: string) => /<body>(.*)<\/body>/s.exec(html)?.[1] ?? ''
const look = (before: string, after: string) => bodyOf(markChanges(page(before), page(after)).html)

it('marks added text in its place and restores removed text, struck through', () => {
  expect(look('<p>The <b>office</b> opens on Monday.</p>', '<p>The <b>office</b> opens on Friday.</p>')).toBe(
    '<p>The <b>office</b> opens on <del class="og-went">Monday</del><ins class="og-came">Friday</ins>.</p>',
  )
  expect(look('<p>一</p><p>二号文件已失效</p><p>三</p>', '<p>一</p><p>三</p>')).toBe(
    '<p>一</p><p><del class="og-went">二号文件已失效</del>三</p>',
  )
  expect(look('<ul><li>A</li></ul>', '<ul><li>A</li><li>B <i>new</i></li></ul>')).toBe(
    '<ul><li>A</li><li><ins class="og-came">B </ins><i><ins class="og-came">new</ins></i></li></ul>',
  )
})

it('a page with the same text stays unchanged', () => {
  const same = page('<p>A &amp; B &lt;script&gt; "q" 𠮷田太郎</p><table><tr><td>1</td></tr></table>')
  const marked = markChanges(same, same)
  expect(bodyOf(marked.html)).toBe(bodyOf(same))
  expect(marked).toMatchObject({ isMarked: true, added: 0, removed: 0 })
})

it('the text of a drawing is neither marked nor restored, marks would end the drawing', () => {
  const drawn = (text: string, more: string) =>
    `<html><head></head><body><p>Same</p><svg class="i"><svg><text>${text}</text></svg> ${text}</svg><p>${more}</p></body></html>`
  const marked = markChanges(drawn('Profit', 'Old'), drawn('Loss', 'New'))
  expect(marked.html).toContain('<svg class="i"><svg><text>Loss</text></svg> Loss</svg>')
  expect(marked.html).not.toContain('Profit')
  expect(marked.html).toContain('New</ins>')
})

it('removed text is only ever restored as text', () => {
  const before = '<p>Safe &lt;img src=x onerror=alert(1)&gt; &lt;/del&gt;&lt;script&gt;alert(2)&lt;/script&gt;</p>'
  const html = look(before, '<p>Safe</p>')
  expect(html).not.toMatch(/<(?:img|script)/)
  expect(html).toContain('&lt;script&gt;alert(2)&lt;/script&gt;')
})

it('without its marks the page is unchanged, whatever was marked', () => {
  const words = [
    '<b>bold</b>',
    'A &amp; B',
    '𠮷田',
    '一二三。',
    '12,300',
    ' ',
    '<br>',
    '</p><p>',
    '&lt;x&gt;',
    '<i></i>',
    'end.',
    '\n',
  ]
  let state = 5
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let turn = 0; turn < 400; turn += 1) {
    const before = Array.from({ length: random(30) }, () => words[random(words.length)])
    const after = before.flatMap(each =>
      random(4) ? [each] : [words[random(words.length)], words[random(words.length)]],
    )
    const plain = page(`<p>${after.join('')}</p>`)
    const { html } = markChanges(page(`<p>${before.join('')}</p>`), plain)
    const bare = bodyOf(html)
      .replaceAll(/<del class="og-went">.*?<\/del>/gs, '')
      .replaceAll(/<\/?ins[^>]*>/g, '')
    expect(bare).toBe(bodyOf(plain))
  }
})

it('a page of megabytes is shown without marks', () => {
  const long = page(`<p>${'word '.repeat(200_000)}</p>`)
  expect(markChanges(long, long)).toEqual({ html: long, isMarked: false, added: 0, removed: 0 })
})
