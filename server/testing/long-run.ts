/**
 * Options of a property test: by default the same cases each time, so that builds are reproducible. `RUNS=10000` runs
 * many new cases, `SEED` repeats those of a failed run.
 */
export function longRun(usual: number): { numRuns: number; seed?: number } {
  const { RUNS, SEED } = process.env
  if (RUNS === undefined) return { numRuns: usual, seed: 20_261_122 }
  return { numRuns: Number(RUNS), ...(SEED && { seed: Number(SEED) }) }
}
