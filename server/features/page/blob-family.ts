const radix = 8

/** After so many versions one stands alone again. */
const familySteps = radix ** 4 - 1

/** However a family came to be, reading takes no more steps than this. */
const maxSteps = 40

/**
 * What the version after `chain[0]` builds on. `chain` leads from it, base by base, to the one that stands alone. Step n
 * builds on step n − 8^k, with k the zeros at its end in base 8: mostly on its neighbour, for which deltas are shortest,
 * and yet no version is more than 28 steps from one that stands alone (the skip deltas of version control).
 */
export function chooseBase<T extends { step: number }>(chain: T[]): { base: T; step: number } | null {
  const [previous] = chain
  if (!previous || previous.step >= familySteps || chain.length > maxSteps) return null
  const step = previous.step + 1
  let stride = 1
  while (step % (stride * radix) === 0) stride *= radix
  return { base: chain.find(blob => blob.step === step - stride) ?? previous, step }
}
