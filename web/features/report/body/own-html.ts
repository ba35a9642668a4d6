import { ReportBody, type ReportInline } from '#contract/report-body.ts'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'
import { type EvidenceAttrs, type FactAttrs, type ImageAttrs, type MentionAttrs, newKey } from './body-types.ts'

const storageKey = 'og:report-paste'

/** Marks clipboard content of this browser's own editor, so that a page from elsewhere cannot claim to be it. */
function ownToken(): string {
  const known = readLocalStorage(storageKey)
  if (known) return known
  const made = newKey() + newKey()
  writeStored(storageKey, made)
  return made
}

type Attrs = MentionAttrs | FactAttrs | EvidenceAttrs | ImageAttrs

type Own = 'mention' | 'fact' | 'evidence' | 'image'
const isInline = (type: Own) => type === 'mention' || type === 'fact'

/** Writes a node of ours to attributes of an element, for `ownAttrs` to read. */
export function ownHtml(type: Own, attrs: Attrs): Record<string, string> {
  return { 'data-report': type, 'data-own': ownToken(), 'data-attrs': JSON.stringify(attrs) }
}

/**
 * Reads the attributes of a pasted node; false if it is not from this browser's editor, or does not match the contract.
 */
export function ownAttrs(type: Own, element: HTMLElement): Attrs | false {
  if (element.dataset.own !== ownToken()) return false
  try {
    const attrs: unknown = JSON.parse(element.dataset.attrs ?? '')
    const node = { type, attrs }
    const content = isInline(type) ? [{ type: 'paragraph', content: [node as ReportInline] }] : [node]
    const checked = ReportBody.safeParse({ type: 'doc', content })
    if (!checked.success) return false
    const [block] = checked.data.content
    if (block?.type === 'evidence' || block?.type === 'image') return block.attrs
    const inline = block?.type === 'paragraph' ? block.content?.[0] : undefined
    return inline?.type === 'mention' || inline?.type === 'fact' ? inline.attrs : false
  } catch {
    return false
  }
}
