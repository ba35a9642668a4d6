import { wordsOf } from '../table.ts'

/** English words of the tables that nearly every name of an organisation may have: they weigh least. */
export const genericWords = new Set(
  wordsOf(`group holding international global national general public new first central services management solutions systems organization association
  office department development trading industry technology center limited enterprise agency union real-estate supply distribution state products production`),
)
/** Words that stand where a legal form might. */
export const formWords = new Set(['company', 'corporation', 'enterprise'])
/** Words that say nothing at all. */
export const emptyWords = new Set(['and'])
