import { ExternalLink } from 'lucide-react'

type Props = { address: string; text?: string | undefined; isMarked?: boolean }

/** An address as a link that tells the other site nothing of this one; other text as it is. */
export function OutLink({ address, text = address, isMarked = false }: Props) {
  if (!/^https?:\/\//i.test(address)) return text
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {text}
      {/* Held by the end of the text, never on a line of its own. */}
      {isMarked && (
        <span className="nowrap">
          {'\u00a0'}
          <ExternalLink size={12} aria-hidden />
        </span>
      )}
    </a>
  )
}
