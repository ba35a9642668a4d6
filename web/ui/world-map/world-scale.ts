export type ScaleStep = { from: number; to: number }

const stepsAtMost = 5

/** Classes of counts with about the same number of countries each; fewer if there are few counts. */
export function stepsOf(counts: readonly number[]): ScaleStep[] {
  const sorted = counts.filter(count => count > 0).sort((a, b) => a - b)
  const steps: ScaleStep[] = []
  for (let at = 0; at < sorted.length; ) {
    const left = stepsAtMost - steps.length
    const end =
      left === 1 ? sorted.length - 1 : Math.min(sorted.length, at + Math.ceil((sorted.length - at) / left)) - 1
    const to = sorted[end] ?? 0
    steps.push({ from: sorted[at] ?? 0, to })
    // Equal counts belong to one class.
    at = sorted.lastIndexOf(to) + 1
  }
  return steps
}

export function stepOf(steps: readonly ScaleStep[], count: number): number {
  return steps.findIndex(step => count <= step.to)
}

/** From the background colour to the given one: higher counts are stronger. */
export function stepColours(ground: string, colour: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    blend(ground, colour, count === 1 ? 0.7 : 0.25 + (0.75 * at) / (count - 1)),
  )
}

export function blend(from: string, to: string, share: number): string {
  const parts = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
  const [a, b] = [parts(from), parts(to)]
  return `#${a
    .map((part, at) =>
      Math.round(part + ((b[at] ?? 0) - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
