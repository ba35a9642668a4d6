// Interface of the process that reads the head of a message.

/** The bytes of a message up to the empty line. */
export type HeadTask = { bytes: Uint8Array }

type Person = { name: string; address: string }

/** The head of a message, decoded; nothing in it is trusted. */
export type MailHead = {
  /** Every author: all addresses of all From lines. */
  from: Person[]
  to: Person[]
  /** Addresses to which it was delivered, as the receiving server notes them. */
  deliveredTo: string[]
  subject: string
  /** ISO 8601, or null if it states no valid date. */
  sentAt: string | null
  messageId: string | null
  refs: string[]
  /** `Authentication-Results` lines from the top down to the first `Received` line after one of them. */
  results: string[]
}
