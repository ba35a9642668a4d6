/** After so many versions one stands alone again. */
const familySteps = 2 ** 12 - 1

/** However a family came to be, reading takes no more steps than this. */
const maxSteps = 20

/**
 * What the version after `chain[0]` builds on. `chain` leads from it, base by base, to the one that stands alone. Step n
 * builds on n without its lowest bit: every second one on its neighbour, for which deltas are shortest, and yet none is
 * more than 12 steps from the one that stands alone (the skip deltas of version control).
 */
export function chooseBase<T extends { step: number }>(chain: T[]): { base: T; step: number } | null {
  const [previous] = chain
  if (!previous || previous.step >= familySteps || chain.length > maxSteps) return null
  const step = previous.step + 1
  const wanted = step & (step - 1)
  return { base: chain.find(blob => blob.step === wanted) ?? previous, step }
}
