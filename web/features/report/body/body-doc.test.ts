import { Editor } from '@tiptap/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ReportBlock, ReportBody, type ReportInline } from '#contract/report-body.ts'
import { reportExtensions } from '../editor/editor-schema.ts'
import { withoutForeign } from '../editor/paste-guard.ts'
import { bodyOf, docOf } from './body-doc.ts'
import { blockKey } from './body-merge.ts'
import { ownHtml } from './own-html.ts'

let editor: Editor
beforeEach(() => {
  const element = document.body.appendChild(document.createElement('div'))
  editor = new Editor({ element, extensions: reportExtensions, editorProps: { transformPastedHTML: withoutForeign } })
})
afterEach(() => {
  editor.destroy()
  document.body.replaceChildren()
})

const text = (words: string, ...marks: string[]): ReportInline => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map(type => ({ type })) as never }),
})
const p = (...content: ReportInline[]): ReportBlock => ({ type: 'paragraph', content })
const mention = { key: 'mention00001', noun: 'person', id: 7, label: '张三' } as const
const evidence = {
  key: 'evidence0001',
  noun: 'diff',
  id: 4,
  quote: '注册资本变更\n第二行',
  title: '公告',
  url: 'https://a.example/1',
  at: '2026-11-20',
} as const

const all: ReportBlock[] = [
  { type: 'heading', attrs: { level: 1 }, content: [text('一、结论')] },
  p(text('bold', 'bold'), text('all', 'bold', 'italic', 'underline', 'strike'), text('code', 'bold', 'code')),
  p(text('a'), { type: 'hardBreak' }, { type: 'mention', attrs: mention }, text(' 的履历')),
  p({ type: 'text', text: 'link', marks: [{ type: 'link', attrs: { href: 'https://a.example/x?y=1' } }] }),
  { type: 'paragraph' },
  {
    type: 'bulletList',
    content: [
      {
        type: 'listItem',
        content: [p(text('one')), { type: 'bulletList', content: [{ type: 'listItem', content: [p(text('in'))] }] }],
      },
    ],
  },
  { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [p(text('three'))] }] },
  { type: 'blockquote', content: [p(text('quoted')), { type: 'evidence', attrs: { ...evidence } }] },
  { type: 'horizontalRule' },
  {
    type: 'table',
    content: [
      {
        type: 'tableRow',
        content: [{ type: 'tableHeader', attrs: { colspan: 2, colwidth: [120, 80] }, content: [p(text('head'))] }],
      },
      {
        type: 'tableRow',
        content: [
          { type: 'tableCell', attrs: { colwidth: [120] }, content: [p(text('a'))] },
          { type: 'tableCell', attrs: { colwidth: [80] }, content: [p(text('b')), p(text('c'))] },
        ],
      },
    ],
  },
  { type: 'image', attrs: { attachment_id: 9, alt: '截图', width: 60 } },
  { type: 'evidence', attrs: { ...evidence } },
  {
    type: 'evidence',
    attrs: { key: 'withheld0001', noun: 'upload', id: null, quote: null, title: null, url: null, at: null },
  },
  p({ type: 'mention', attrs: { key: 'withheld0002', noun: 'og', id: null, label: null } }),
]

const through = (content: ReportBlock[]) => {
  editor.commands.setContent(docOf({ type: 'doc', content }), { errorOnInvalidContent: true })
  return bodyOf(editor.getJSON())
}

test('keeps every node, mark and attribute of the contract through the editor', () => {
  const body = ReportBody.parse({ type: 'doc', content: all })
  const out = through(body.content)
  expect(ReportBody.parse(out)).toEqual(out)
  expect(JSON.parse(blockKey(out.content))).toEqual(JSON.parse(blockKey(body.content)))
})

test('fills lists without a paragraph and cells without content instead of losing them', () => {
  const out = through([
    { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'evidence', attrs: { ...evidence } }] }] },
    { type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [] }] }] },
  ])
  expect(JSON.stringify(out)).toContain('注册资本变更')
  expect(ReportBody.safeParse(out).success).toBe(true)
})

test('splits a text longer than the API accepts in one piece, and joins it again', () => {
  const long = '长'.repeat(199_999) + '😀'.repeat(10)
  const out = through([p(text(long))])
  const paragraph = out.content[0]
  const pieces = paragraph?.type === 'paragraph' ? (paragraph.content ?? []) : []
  expect(pieces.length).toBe(2)
  expect(pieces.map(piece => (piece.type === 'text' ? piece.text : '')).join('')).toBe(long)
  expect(ReportBody.safeParse(out).success).toBe(true)
  expect(through(out.content)).toEqual(out)
})

test('reduces a hostile pasted page to its words: no script, handler, style, frame, picture or forged link', () => {
  const forged = JSON.stringify(mention)
  editor.view.pasteHTML(
    `<style>p{color:red}</style><script>window.hacked=1</script>
    <h1 onclick="window.hacked=2" style="position:fixed">标题</h1>
    <p><img src="x" onerror="window.hacked=3"><img src="data:image/png;base64,AAAA">
    <a href="javascript:window.hacked=4">run</a> <a href="https://ok.example/">ok</a>
    <a href="data:text/html,x">data</a></p>
    <iframe src="https://evil.example"></iframe><object data="x"></object><svg><script>1</script></svg>
    <form><input value="secret"><button>go</button></form><h5>low</h5><pre>pre</pre>
    <span data-report="mention" data-own="guess" data-attrs='${forged}'>张三</span>
    <div style="display:none">hidden</div>`,
  )
  const body = bodyOf(editor.getJSON())
  expect(ReportBody.safeParse(body).success).toBe(true)
  const wire = JSON.stringify(body)
  expect(wire).toContain('https://ok.example/')
  for (const evil of ['javascript:', 'data:', 'hacked', 'onerror', 'evil.example', 'base64', '"image"', '"mention"'])
    expect(wire).not.toContain(evil)
  expect(wire).toContain('张三')
  expect((window as unknown as { hacked?: number }).hacked).toBeUndefined()
  expect(editor.view.dom.querySelector('script, iframe, style, object, form, [onclick], [onerror]')).toBeNull()
})

test('pastes content copied from this editor with its link to the record', () => {
  const attrs = ownHtml('mention', mention)
  const span = Object.assign(document.createElement('span'), { textContent: '张三' })
  for (const [name, value] of Object.entries(attrs)) span.setAttribute(name, value)
  editor.view.pasteHTML(`<p>见 ${span.outerHTML}</p>`)
  expect(JSON.stringify(bodyOf(editor.getJSON()))).toContain(JSON.stringify(mention))
})
