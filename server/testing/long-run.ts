/**
 * How a property is tried: the same usual cases each time, so that a build says what the last one said; `RUNS=10000` for a
 * long run of cases nobody has met, `SEED` for those of one that failed.
 */
export function longRun(usual: number): { numRuns: number; seed?: number } {
  const { RUNS, SEED } = process.env
  if (RUNS === undefined) return { numRuns: usual, seed: 20_261_122 }
  return { numRuns: Number(RUNS), ...(SEED && { seed: Number(SEED) }) }
}
