/** The longest time within the window without a reply; all in milliseconds, `answers` ascending. */
export function longestSilence(answers: readonly number[], from: number, to: number): number {
  const within = answers.filter(at => at >= from && at <= to)
  // The window's start counts as a reply: a silence does not begin before the fault.
  const marks = [from, ...within, to]
  return Math.max(0, ...marks.slice(1).map((at, index) => at - (marks[index] as number)))
}

/** By nearest rank; 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
