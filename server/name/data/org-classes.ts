import { wordsOf } from '../table.ts'

/** English words of the tables that nearly any organisation may have in its name: they weigh least. */
export const genericWords = new Set(
  wordsOf(`group holding international global national general public new first central services management solutions systems organization association
  office department development trading industry technology center limited enterprise agency union real-estate supply distribution state products production`),
)
/** Words used in place of a legal form. */
export const formWords = new Set(['company', 'corporation', 'enterprise'])
/** Words without any meaning for the comparison. */
export const emptyWords = new Set(['and'])
