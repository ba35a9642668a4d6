/** How many cases a property is tried with, `RUNS=10000` for a long run; and the seed of one that failed. */
export function longRun(usual: number): { numRuns: number; seed?: number } {
  const { RUNS, SEED } = process.env
  return { numRuns: Number(RUNS ?? usual), ...(SEED && { seed: Number(SEED) }) }
}
