import { Mark, mergeAttributes, Node } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { plainValue } from '#contract/report-text.ts'
import type { EvidenceAttrs, FactAttrs, ImageAttrs, MentionAttrs } from '../body/body-types.ts'
import { EvidenceBlock, MentionChip, PictureBlock } from '../body/node-views.tsx'
import { ownAttrs, ownHtml } from '../body/own-html.ts'
import { FactChip } from '../fact/fact-chip.tsx'

const none = { default: null, rendered: false }
const plainNodes = (...names: string[]) => Object.fromEntries(names.map(name => [name, none]))

/** A live link to a record, inline. */
export const MentionNode = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => plainNodes('key', 'noun', 'id', 'label'),
  parseHTML: () => [{ tag: 'span[data-report=mention]', getAttrs: element => ownAttrs('mention', element) }],
  renderHTML: ({ node }) => {
    const attrs = node.attrs as MentionAttrs
    return ['span', ownHtml('mention', attrs), attrs.label ?? '']
  },
  renderText: ({ node }) => (node.attrs as MentionAttrs).label ?? '',
  addNodeView: () => ReactNodeViewRenderer(MentionChip, { as: 'span' }),
})

/** A fact of a record, inline, with its evidence. */
export const FactNode = Node.create({
  name: 'fact',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    ...plainNodes('key', 'noun', 'id', 'label', 'field', 'value', 'at', 'now'),
    cites: { ...none, default: [] },
  }),
  parseHTML: () => [{ tag: 'span[data-report=fact]', getAttrs: element => ownAttrs('fact', element) }],
  renderHTML: ({ node }) => {
    const attrs = node.attrs as FactAttrs
    return ['span', ownHtml('fact', attrs), factPlain(attrs)]
  },
  renderText: ({ node }) => factPlain(node.attrs as FactAttrs),
  addNodeView: () => ReactNodeViewRenderer(FactChip, { as: 'span' }),
})

const factPlain = ({ label, value }: FactAttrs) => [label, plainValue(value)].filter(Boolean).join(': ')

/** A quotation with its evidence. */
export const EvidenceNode = Node.create({
  name: 'evidence',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => plainNodes('key', 'noun', 'id', 'quote', 'title', 'url', 'at'),
  parseHTML: () => [{ tag: 'figure[data-report=evidence]', getAttrs: element => ownAttrs('evidence', element) }],
  renderHTML: ({ node }) => {
    const attrs = node.attrs as EvidenceAttrs
    return ['figure', ownHtml('evidence', attrs), ['blockquote', attrs.quote ?? ''], ['p', attrs.title ?? '']]
  },
  renderText: ({ node }) => (node.attrs as EvidenceAttrs).quote ?? '',
  addNodeView: () => ReactNodeViewRenderer(EvidenceBlock),
})

/** A picture from the report's attachments; pictures with other addresses are rejected. */
export const PictureNode = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ attachment_id: none, alt: { ...none, default: '' }, width: { ...none, default: 100 } }),
  parseHTML: () => [{ tag: 'figure[data-report=image]', getAttrs: element => ownAttrs('image', element) }],
  renderHTML: ({ node }) => {
    const attrs = node.attrs as ImageAttrs
    return ['figure', ownHtml('image', attrs), ['figcaption', attrs.alt]]
  },
  renderText: ({ node }) => (node.attrs as ImageAttrs).alt,
  addNodeView: () => ReactNodeViewRenderer(PictureBlock),
})

/** Inline code. Unlike the mark of StarterKit it can be combined with other marks, as the contract allows. */
export const CodeMark = Mark.create({
  name: 'code',
  excludes: '',
  exitable: true,
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: ({ HTMLAttributes }) => ['code', mergeAttributes(HTMLAttributes), 0],
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark('code') }
  },
})
