// The figures of runs, and which of them dropped.
import { type ExaminerDrop, type ExaminerRun, examinerLimits } from '#contract/examiner.api.ts'

type RunFigures = Pick<ExaminerRun, 'lists' | 'figures'>
type Sum = { asked: number; found: number }

/** Sums by list, by script and by alteration, of only those lists. */
function sumsOf({ figures }: RunFigures, lists: ReadonlySet<number>): Map<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const { list_id, script, alteration, asked, found } of figures) {
    if (!lists.has(list_id)) continue
    for (const key of [`list:${list_id}`, `script:${script}`, `alteration:${alteration}`]) {
      const sum = sums.get(key) ?? { asked: 0, found: 0 }
      sums.set(key, { asked: sum.asked + asked, found: sum.found + found })
    }
  }
  return sums
}

const versionsOf = ({ lists }: RunFigures) => new Map(lists.map(({ id, version }) => [id, version]))

/**
 * Figures that dropped by more than the margin against the mean of previous runs, each computed over the lists that
 * have the same version in both. A list with a new version is compared from its next run on, because different entries
 * give different figures. The newest runs come first.
 */
export function findDrops(run: RunFigures, before: readonly RunFigures[]): ExaminerDrop[] {
  const now = versionsOf(run)
  const falls = new Map<string, { before: number; now: number; runs: number }>()
  for (const other of before.slice(0, examinerLimits.runsBefore)) {
    const same = new Set(other.lists.filter(({ id, version }) => now.get(id) === version).map(({ id }) => id))
    const own = sumsOf(run, same)
    for (const [key, sum] of sumsOf(other, same)) {
      const { asked, found } = own.get(key) ?? { asked: 0, found: 0 }
      if (Math.min(sum.asked, asked) < examinerLimits.leastAsked) continue
      const known = falls.get(key) ?? { before: 0, now: 0, runs: 0 }
      falls.set(key, {
        before: known.before + sum.found / sum.asked,
        now: known.now + found / asked,
        runs: known.runs + 1,
      })
    }
  }
  return [...falls].flatMap(([name, { before, now, runs }]) => {
    const at = name.indexOf(':')
    const drop = { kind: name.slice(0, at) as ExaminerDrop['kind'], key: name.slice(at + 1) }
    return before / runs - now / runs > examinerLimits.margin
      ? [{ ...drop, before: before / runs, now: now / runs }]
      : []
  })
}
