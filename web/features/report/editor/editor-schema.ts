import type { Extensions } from '@tiptap/core'
import { TableKit } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'
import { WebAddress } from '#contract/wire.ts'
import { CodeMark, EvidenceNode, FactNode, MentionNode, PictureNode } from './editor-nodes.tsx'

const isWebAddress = (address: string) => WebAddress.safeParse(address).success

/** Every node and mark of a report's text, and no others: pasted content is reduced to these. */
export const reportExtensions: Extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    heading: { levels: [1, 2, 3] },
    // StarterKit's trailing empty paragraph would count as a change that no one made.
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isWebAddress,
      shouldAutoLink: isWebAddress,
      HTMLAttributes: { target: null, rel: 'noopener noreferrer' },
    },
  }),
  CodeMark,
  TableKit.configure({ table: { resizable: true, cellMinWidth: 48 } }),
  MentionNode,
  FactNode,
  EvidenceNode,
  PictureNode,
]
