// Compares two parties by their best pair of names and the other facts known of both.
import { compareFacts, type Facts, factsOf } from './facts.ts'
import { type NameScore, scoreNames, sideOf } from './name-score.ts'
import { isOtherKind, otherKindFeature, otherKindOf, soundKey } from './other-kind.ts'
import { partsConflict } from './parts.ts'
import type { Feature, Party, PartyComparison, PartyKind } from './party.ts'
import { type NameShape, shapesOf } from './shape.ts'
import { weights as defaultWeights, type Weights } from './weights.ts'
import { likeness } from './word.ts'

/** A party prepared for many comparisons. */
export type PreparedParty = {
  kind: PartyKind
  shapes: NameShape[]
  /** The names parsed as the other kind; computed on first use. */
  otherShapes: () => NameShape[]
  facts: Facts
  parts: Party['parts']
}

const mostNames = 200

export function prepare(party: Party): PreparedParty {
  const names = party.names.length > 0 ? party.names : namesOfParts(party.parts)
  const shapesAs = (kind: PartyKind) =>
    names.slice(0, mostNames).flatMap(({ text, strength }) => shapesOf(text, kind, strength))
  let others: NameShape[] | undefined
  const otherShapes = () => {
    const other = otherKindOf(party.kind)
    others ??= other === undefined ? [] : shapesAs(other)
    return others
  }
  return {
    kind: party.kind,
    shapes: shapesAs(party.kind),
    otherShapes,
    facts: factsOf(party),
    parts: party.names.length > 0 ? undefined : party.parts,
  }
}

function namesOfParts(parts: Party['parts']): { text: string; strength?: undefined }[] {
  const text = [...(parts?.given ?? []), ...(parts?.middle ?? []), ...(parts?.family ?? [])].join(' ')
  return text.trim() === '' ? [] : [{ text }]
}

/** Symmetric: the score does not depend on which side is the query. */
export function compare(a: PreparedParty, b: PreparedParty, weights: Weights = defaultWeights): PartyComparison {
  const isOther = isOtherKind(a.kind, b.kind)
  const rights = (isOther ? [...b.shapes, ...b.otherShapes()] : b.shapes).map(sideOf)
  let best: { name: NameScore; left: NameShape; right: NameShape } | undefined
  for (const leftSide of (isOther ? [...a.shapes, ...a.otherShapes()] : a.shapes).map(sideOf))
    for (const rightSide of rights) {
      const [left, right] = [leftSide.shape, rightSide.shape]
      if (isOther && soundKey(left.text) !== soundKey(right.text)) continue
      const name = scoreNames(leftSide, rightSide, weights, (i, j) => likeness(left.words[i]!, right.words[j]!))
      if (!best || worth(name, left, right, weights) > worth(best.name, best.left, best.right, weights))
        best = { name, left, right }
    }
  const turned = partsConflict(a.parts, b.parts)
  const features = best ? nameFeatures(best.name, best.left, best.right, weights, turned) : []
  const kinds = best && isOther ? [otherKindFeature(a.kind, b.kind, weights)] : []
  return total([...features, ...kinds, ...compareFacts(a.facts, b.facts, weights)])
}

const weakness = (left: NameShape, right: NameShape, weights: Weights) =>
  left.strength === 'weak' || right.strength === 'weak' ? weights.weakAlias : 0

export const worth = (name: NameScore, left: NameShape, right: NameShape, weights: Weights) =>
  name.score * weights.name -
  weakness(left, right, weights) -
  (isFullNameOfOrg(name, left) ? 0 : (1 - name.rarity) * weights.commonName)

/** A register gives each company a unique name, however common its words are; persons share names. */
const isFullNameOfOrg = ({ code }: NameScore, { isPerson }: NameShape) =>
  !isPerson && (code === 'same_name' || code === 'same_words')

/**
 * Minimum commonness of a name (three tenths) for a separate reason `common_name`; below it, the deduction is part of
 * the name's points.
 */
const commonFrom = 0.3

export function nameFeatures(
  name: NameScore,
  left: NameShape,
  right: NameShape,
  weights: Weights,
  share = 1,
): Feature[] {
  const texts = { a: left.text, b: right.text }
  const common = isFullNameOfOrg(name, left) ? 0 : 1 - name.rarity
  const taken = common * weights.commonName > 0.005 ? common * weights.commonName : 0
  const isNotable = common >= commonFrom && taken > 0
  const points = name.score * share * weights.name - (isNotable ? 0 : taken)
  const features: Feature[] = [{ code: name.code, ...texts, points }]
  const weak = weakness(left, right, weights)
  if (weak > 0) features.push({ code: 'weak_alias', ...texts, points: -weak })
  if (isNotable) features.push({ code: 'common_name', ...texts, points: -taken })
  return features
}

export function total(features: Feature[]): PartyComparison {
  const sum = features.reduce((sum, feature) => sum + feature.points, 0)
  return { score: Math.max(0, Math.min(1, sum)), features }
}
