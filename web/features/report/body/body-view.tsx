import { createElement, type ReactNode, useId } from 'react'
import type { ReportBlock, ReportBody, ReportInline, ReportMark } from '#contract/report-body.ts'
import { useT } from '#web/platform/i18n.ts'
import { CitedFact } from '../fact/cited-fact.tsx'
import { EvidenceList } from '../fact/evidence-list.tsx'
import css from './body.module.css'
import { bodyMessages } from './body-messages.ts'
import { Evidence, Mention } from './body-parts.tsx'
import { evidenceNumbers, type Numbers } from './evidence-numbers.ts'
import { ReportPicture } from './picture.tsx'

/** The element id of a heading, for links to it. */
export const headingId = (prefix: string, index: number) => `${prefix}h${index}`

type Props = { body: ReportBody; idPrefix?: string }

/** Renders a report's text for reading. No markup is interpreted, only nodes of the contract. */
export function BodyView({ body, idPrefix }: Props) {
  const t = useT(bodyMessages)
  const own = useId()
  if (isEmpty(body)) return <p className="faint">{t('empty')}</p>
  const { numbers, listed } = evidenceNumbers(body, idPrefix ?? own)
  return (
    <div className={css.body}>
      {body.content.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of a text for reading does not change.
        <Block key={index} block={block} numbers={numbers} id={idPrefix && headingId(idPrefix, index)} />
      ))}
      {listed.some(each => each.cite) && <EvidenceList listed={listed} idPrefix={numbers.prefix} />}
    </div>
  )
}

function isEmpty(body: ReportBody): boolean {
  return body.content.every(block => block.type === 'paragraph' && !block.content?.length)
}

type BlockProps = { block: ReportBlock; numbers: Numbers; id?: string | undefined }

function Block({ block, numbers, id }: BlockProps): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p>{inlines(block.content, numbers)}</p>
    case 'heading':
      // The page's title is the first heading, so headings of the text are one level lower.
      return createElement(
        `h${block.attrs.level + 1}`,
        { id, tabIndex: id ? -1 : undefined },
        inlines(block.content, numbers),
      )
    case 'bulletList':
    case 'orderedList': {
      const items = block.content.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <li key={index}>{blocks(item.content, numbers)}</li>
      ))
      return block.type === 'bulletList' ? <ul>{items}</ul> : <ol start={block.attrs?.start ?? 1}>{items}</ol>
    }
    case 'blockquote':
      return <blockquote>{blocks(block.content, numbers)}</blockquote>
    case 'horizontalRule':
      return <hr />
    case 'table':
      return <Table block={block} numbers={numbers} />
    case 'image':
      return <ReportPicture attrs={block.attrs} />
    case 'evidence':
      return <Evidence attrs={block.attrs} number={numbers.of(block.attrs.key)} />
  }
}

const blocks = (list: readonly ReportBlock[], numbers: Numbers) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
  list.map((block, index) => <Block key={index} block={block} numbers={numbers} />)

type TableProps = { block: Extract<ReportBlock, { type: 'table' }>; numbers: Numbers }

function Table({ block, numbers }: TableProps) {
  return (
    <div className="below-5 scroll-x">
      <table>
        <tbody>
          {block.content.map((row, rowIndex) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <tr key={rowIndex}>
              {row.content.map((cell, index) => {
                const { colspan, rowspan } = cell.attrs ?? {}
                const Tag = cell.type === 'tableHeader' ? 'th' : 'td'
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                  <Tag key={index} colSpan={colspan} rowSpan={rowspan}>
                    {blocks(cell.content, numbers)}
                  </Tag>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function inlines(list: readonly ReportInline[] | undefined, numbers: Numbers): ReactNode {
  // An empty paragraph still takes one line.
  if (!list?.length) return <br />
  return list.map((each, index) => {
    const key = index
    if (each.type === 'hardBreak') return <br key={key} />
    if (each.type === 'mention') return <Mention key={key} attrs={each.attrs} />
    if (each.type === 'fact') return <CitedFact key={key} attrs={each.attrs} numbers={numbers} />
    return <span key={key}>{(each.marks ?? []).reduce<ReactNode>(applyMark, each.text)}</span>
  })
}

function applyMark(inner: ReactNode, mark: ReportMark): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{inner}</strong>
    case 'italic':
      return <em>{inner}</em>
    case 'underline':
      return <u>{inner}</u>
    case 'strike':
      return <s>{inner}</s>
    case 'code':
      return <code>{inner}</code>
    case 'link':
      return (
        <a href={mark.attrs.href} target="_blank" rel="noopener noreferrer">
          {inner}
        </a>
      )
  }
}
