import { ReportBody, type ReportInline } from '#contract/report-body.ts'
import { keep, kept } from '#web/platform/storage.ts'
import { type EvidenceAttrs, type FactAttrs, type ImageAttrs, type MentionAttrs, newKey } from './body-types.ts'

const storageKey = 'og:report-paste'

/** Marks what this browser's own editor put on the clipboard: a page from elsewhere cannot claim to be it. */
function ownToken(): string {
  const known = kept(storageKey)
  if (known) return known
  const made = newKey() + newKey()
  keep(storageKey, made)
  return made
}

type Attrs = MentionAttrs | FactAttrs | EvidenceAttrs | ImageAttrs

type Own = 'mention' | 'fact' | 'evidence' | 'image'
const isInline = (type: Own) => type === 'mention' || type === 'fact'

/** A node of ours as attributes of an element, to be read again by `ownAttrs`. */
export function ownHtml(type: Own, attrs: Attrs): Record<string, string> {
  return { 'data-report': type, 'data-own': ownToken(), 'data-attrs': JSON.stringify(attrs) }
}

/** The attributes of a pasted node, or false where it is not of this browser's editor or not as the contract wants it. */
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
