type Props = { address: string; text?: string | undefined }

/** An address as a link that tells the other site nothing of this one; other text as it is. */
export function OutLink({ address, text = address }: Props) {
  if (!/^https?:\/\//i.test(address)) return text
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}
