import { afterEach, expect, it } from 'vitest'
import { selectedIn } from './selected-text.ts'

afterEach(() => document.body.replaceChildren())

function select(html: string, from: string, to: string): ReturnType<typeof selectedIn> {
  document.body.innerHTML = `<main>${html}</main><p id="out">elsewhere</p>`
  const nodes: Text[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  const start = nodes.find(node => node.data.includes(from)) as Text
  const end = nodes.findLast(node => node.data.includes(to)) as Text
  const range = document.createRange()
  range.setStart(start, start.data.indexOf(from))
  range.setEnd(end, end.data.indexOf(to) + to.length)
  const selection = document.getSelection() as Selection
  selection.removeAllRanges()
  selection.addRange(range)
  return selectedIn(document.querySelector('main') as Element, selection)
}

const row = (text: string) => `<div data-line><span data-ours>±</span><div>${text}</div></div>`

it('takes the text of the version, without struck text and without our own signs', () => {
  expect(select(row('所长由<del>李四光</del><ins>姜𤨒姬</ins>担任。'), '所长', '担任。')).toEqual({
    now: '所长由姜𤨒姬担任。',
    before: '李四光',
  })
})

it('keeps the lines of several paragraphs separate', () => {
  const html = `${row('One <b>bold</b> line.')}<ul data-ours><li>+ https://a.example/</li></ul>${row('المدير أحمد')}`
  expect(select(html, 'One', 'أحمد')?.now).toBe('One bold line.\nالمدير أحمد')
})

it('takes removed text from the earlier version', () => {
  expect(select(row('<del>Nothing has changed.</del>'), 'has', 'changed')).toEqual({ now: '', before: 'has changed' })
})

it('marks where a long text is folded', () => {
  expect(select(row('head<span data-left-out>… 9,000 …</span>tail'), 'head', 'tail')?.now).toBe('head … tail')
})

it('takes nothing from outside, and nothing without a selection', () => {
  expect(select(row('inside'), 'inside', 'elsewhere')).toBeNull()
  document.getSelection()?.removeAllRanges()
  expect(selectedIn(document.body, document.getSelection())).toBeNull()
})
