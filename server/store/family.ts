/** After this many versions, one is stored without a base again. */
const familySteps = 2 ** 12 - 1

/** Reading takes no more steps than this, whatever the history of a family. */
const maxSteps = 20

/**
 * The base of the version after `chain[0]`. `chain` leads from it, base by base, to the content without a base. Step n
 * builds on n without its lowest bit: every second one builds on its neighbour, for which deltas are shortest, and yet
 * none is more than 12 steps from the one without a base (the skip deltas of version control).
 */
export function chooseBase<T extends { step: number }>(chain: T[]): { base: T; step: number } | null {
  const [previous] = chain
  if (!previous || previous.step >= familySteps || chain.length > maxSteps) return null
  const step = previous.step + 1
  const wanted = step & (step - 1)
  return { base: chain.find(blob => blob.step === wanted) ?? previous, step }
}
