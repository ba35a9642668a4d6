import { cutUnits } from '#contract/text.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type FoldedText, foldWithPlaces } from './fold.ts'
import { formsIn, type Passage, passageOf } from './passage.ts'
import type { QueryPiece } from './query.ts'
import { stemsOf } from './stem.queries.ts'

/** Most passages are near the beginning; the rest of a long text is read only if this part has none. */
const firstChars = 8_000
const letGoEveryMs = 15

/** Stems of the query words and of all words in the texts that may be forms of them. */
export function stemsFor(ctx: Ctx, folded: readonly string[], pieces: readonly QueryPiece[]) {
  const terms = pieces.flatMap(piece => piece.terms)
  const words = terms.filter(term => term.kind === 'word').map(term => term.text)
  return stemsOf(ctx, [...words, ...folded.flatMap(text => formsIn(text, terms))])
}

/** For each text, the passage with most of the query; null if the text contains none of it. */
export async function passagesOf(
  ctx: Ctx,
  texts: readonly string[],
  pieces: readonly QueryPiece[],
): Promise<(Passage | null)[]> {
  const first = await passagesIn(
    ctx,
    texts.map(text => cutUnits(text, firstChars)),
    pieces,
  )
  const incomplete = texts.map((text, n) => text.length > firstChars && (first[n]?.pieces ?? 0) < pieces.length)
  const whole = await passagesIn(
    ctx,
    texts.map((text, n) => (incomplete[n] ? text : '')),
    pieces,
  )
  return texts.map((_, n) => {
    const [near, far] = [first[n] ?? null, whole[n] ?? null]
    return (far && far.pieces > (near?.pieces ?? 0) ? far : near)?.passage ?? null
  })
}

async function passagesIn(ctx: Ctx, texts: readonly string[], pieces: readonly QueryPiece[]) {
  const folded: FoldedText[] = []
  let since = performance.now()
  const letGo = async () => {
    if (performance.now() - since < letGoEveryMs) return
    await new Promise(setImmediate)
    since = performance.now()
  }
  for (const text of texts) {
    folded.push(foldWithPlaces(text))
    await letGo()
  }
  const stem = await stemsFor(
    ctx,
    folded.map(each => each.text),
    pieces,
  )
  const found: ReturnType<typeof passageOf>[] = []
  for (const [n, text] of texts.entries()) {
    found.push(passageOf(text, folded[n]!, pieces, stem))
    await letGo()
  }
  return found
}
