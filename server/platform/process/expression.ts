import { RE2JS } from 're2js'
import { openThreads, ThreadLost } from './threads.ts'

/** A compiled RE2 expression, or the compiler's message about its fault. */
export type CompiledExpression = { expression: RE2JS } | { fault: string }

/**
 * The budget of all expressions of one record. `steps`: instructions, which are run on every address or text;
 * `characters`: of their sources; `classes`: sets of characters of all scripts, ten each where letter case is ignored
 * (case folding of one takes milliseconds).
 */
export const expressionBudget = { steps: 3_000, characters: 10_000, classes: 300 } as const

const wideClass = /\\[pP]|\[(?:\^|(?:[^\]\\]|\\.)*?(?:\\[pPxuWDS]|\[:\^|[^\0-\x7f]))/g
const expressionCache = new Map<string, CompiledExpression[]>()
const rememberedSets = 100

/** Compiles the expressions of one record, in order, until their budget is spent; the result for a list is cached. */
export function compileExpressions(sources: readonly string[]): CompiledExpression[] {
  const key = JSON.stringify(sources)
  const known = expressionCache.get(key)
  if (known) return known
  const left = { ...expressionBudget } as Record<keyof typeof expressionBudget, number>
  const compiled = sources.map(source => compile(source, left))
  expressionCache.set(key, compiled)
  if (expressionCache.size > rememberedSets) expressionCache.delete(expressionCache.keys().next().value as string)
  return compiled
}

function compile(source: string, left: Record<keyof typeof expressionBudget, number>): CompiledExpression {
  if (source === '') return { fault: 'empty' }
  left.characters -= source.length
  left.classes -= (source.match(wideClass)?.length ?? 0) * (/\(\?[a-z]*i/.test(source) ? 10 : 1)
  if (left.characters < 0 || left.classes < 0) return { fault: 'too large together' }
  try {
    const expression = RE2JS.compile(source)
    left.steps -= expression.programSize()
    return left.steps < 0 ? { fault: 'too large together' } : { expression }
  } catch (error) {
    return { fault: (error as Error).message.replace(/^error parsing regexp: /, '').slice(0, 200) }
  }
}

const threads = openThreads<readonly string[], (string | null)[]>(new URL('expression-thread.ts', import.meta.url), {
  most: 1,
  timeoutMs: 10_000,
  heapMb: 256,
})

/**
 * The fault of each of a record's expressions, null if there is none. Compiles in a thread, because it may take a
 * second.
 */
export async function checkExpressions(sources: readonly string[]): Promise<(string | null)[]> {
  if (sources.length === 0) return []
  try {
    return await threads.run(sources)
  } catch (error) {
    if (error instanceof ThreadLost && error.why !== 'ended') return sources.map(() => 'too large')
    throw error
  }
}
