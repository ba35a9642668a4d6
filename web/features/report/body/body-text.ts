import type { ReportBlock, ReportBody, ReportInline } from '#contract/report-body.ts'
import { plainValue } from '#contract/report-text.ts'

/** The text of one block as it is read; a mention is its label. */
function blockText(block: ReportBlock): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return inlineText(block.content)
    case 'bulletList':
    case 'orderedList':
      return block.content.map(item => item.content.map(blockText).join('\n')).join('\n')
    case 'blockquote':
      return block.content.map(blockText).join('\n')
    case 'table':
      return block.content
        .map(row => row.content.map(cell => cell.content.map(blockText).join(' ')).join('\t'))
        .join('\n')
    case 'image':
      return block.attrs.alt
    case 'evidence':
      return [block.attrs.quote, block.attrs.title].filter(Boolean).join('\n')
    default:
      return ''
  }
}

function inlineText(inlines: readonly ReportInline[] | undefined): string {
  return (inlines ?? [])
    .map(each => (each.type === 'text' ? each.text : each.type === 'hardBreak' ? '\n' : nameText(each)))
    .join('')
}

const nameText = (node: Exclude<ReportInline, { type: 'text' | 'hardBreak' }>): string =>
  node.type === 'mention'
    ? (node.attrs.label ?? '')
    : [node.attrs.label, plainValue(node.attrs.value)].filter(Boolean).join(': ')

export const bodyText = (body: ReportBody): string => body.content.map(blockText).join('\n')

/** A word is one Chinese, Japanese or Korean character, or a run of other letters and digits. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+(?:['’.-](?:(?![\p{Script=Han}])[\p{L}\p{N}])+)*/gu

export const countWords = (text: string): number => text.match(word)?.length ?? 0

type BodyHeading = { index: number; level: number; text: string }

/** The headings of a text with the indexes of their blocks. */
export function outlineOf(body: ReportBody): BodyHeading[] {
  return body.content.flatMap((block, index) =>
    block.type === 'heading' ? [{ index, level: block.attrs.level, text: inlineText(block.content) }] : [],
  )
}
