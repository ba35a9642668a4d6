import { ExternalLink } from 'lucide-react'

type Props = { address: string; text?: string | undefined; isMarked?: boolean }

/** An address as a link that sends no referrer to the other site; other text unchanged. */
export function OutLink({ address, text = address, isMarked = false }: Props) {
  if (!/^https?:\/\//i.test(address)) return text
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {text}
      {/* A non-breaking space binds the icon to the end of the text, so that it is never alone on a line. */}
      {isMarked && (
        <span className="nowrap">
          {'\u00a0'}
          <ExternalLink size={12} aria-hidden />
        </span>
      )}
    </a>
  )
}
