/** Width at which an archived page is laid out. */
const layoutWidth = 1280

/** The candidate of a `srcset` that a browser would load at the archive's width and one pixel per point. */
export function chooseCandidate(srcset: string): string | null {
  const all = candidatesOf(srcset)
  const wide = all.filter(({ width }) => width !== null).toSorted((a, b) => a.width! - b.width!)
  if (wide.length > 0) return (wide.find(({ width }) => width! >= layoutWidth) ?? wide.at(-1))!.url
  return all.toSorted((a, b) => a.density - b.density)[0]?.url ?? null
}

type Candidate = { url: string; width: number | null; density: number }
const mostCandidates = 50

/** A candidate ends at a comma that follows its descriptor, or its address: addresses contain commas too. */
function candidatesOf(srcset: string): Candidate[] {
  const all: Candidate[] = []
  let rest = srcset.slice(0, 20_000)
  while (all.length < mostCandidates) {
    rest = rest.replace(/^[\s,]+/, '')
    const raw = /^\S+/.exec(rest)?.[0]
    if (raw === undefined) return all
    rest = rest.slice(raw.length)
    const url = raw.replace(/,+$/, '')
    const descriptor = url === raw ? (/^[^,]*/.exec(rest)?.[0] ?? '') : ''
    rest = rest.slice(descriptor.length)
    const [, number, unit] = /^\s*(\d{1,6}(?:\.\d{1,4})?)([wx])/.exec(descriptor) ?? []
    all.push({
      url,
      width: unit === 'w' ? Number(number) : null,
      density: unit === 'x' ? Number(number) : 1,
    })
  }
  return all
}
