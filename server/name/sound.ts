// The distance of two words by pronunciation: a weighted edit distance over sounds (phones.ts). It has three modes:
// letters against letters; syllables, where a foreign name gains vowels; and scripts without vowels.

export type Mode = 0 | 1 | 2
export const LETTERS = 0
export const SYLLABLES = 1
export const CONSONANTS = 2

const size = 128
type Costs = { swap: Float32Array; drop: Float32Array }

const vowels = 'aeiou'
const all = 'abcdefghijklmnoprstuvwyzSCZJXGTDAWYEH0123456789'

function makeCosts(vowelSwap: number, drops: [string, number][], swaps: string): Costs {
  const swap = new Float32Array(size * size).fill(1)
  const drop = new Float32Array(size).fill(1)
  for (const [letters, cost] of drops) for (const letter of letters) drop[letter.charCodeAt(0)] = cost
  const set = (a: string, b: string, cost: number) => {
    swap[a.charCodeAt(0) * size + b.charCodeAt(0)] = cost
    swap[b.charCodeAt(0) * size + a.charCodeAt(0)] = cost
  }
  for (const a of vowels) for (const b of vowels) set(a, b, vowelSwap)
  for (const row of swaps.split(/\s+/).filter(Boolean)) {
    const [pairs = '', cost = '1'] = row.split(':')
    for (const pair of pairs.split(',')) set(pair[0]!, pair[1]!, Number(cost))
  }
  for (const letter of all) set(letter, letter, 0)
  return { swap, drop }
}

const letters = makeCosts(
  0.5,
  [
    [vowels, 0.6],
    ['h', 0.45],
    ['wy', 0.5],
  ],
  `ae,ei,ou:0.3 ao:0.4 iy:0.1 uw,ow:0.2 vw:0.2 bp,td,kg,sz,SZ,CJ:0.5 fv:0.4 bv:0.5 yJ:0.35 JZ,JD:0.2 Jg:0.45 kX,hX:0.3 gG:0.2 Gk:0.4
  Tt:0.2 Ts,Tz:0.4 Dd:0.2 Dz:0.3 cs,cC,ct,cz:0.4 Ss:0.45 CS,Ck:0.45 Zz,ZS:0.4 Js:0.8 lr:0.7 mn:0.6 TD:0.3 hk:0.7 hg,hG:0.4`,
)
const syllables = makeCosts(
  0.4,
  [
    [vowels, 0.3],
    ['h', 0.35],
    ['wy', 0.35],
    ['r', 0.6],
    ['n', 0.8],
  ],
  `ae,ei,ou,oa,eo:0.2 iy:0.1 uw,ow:0.1 vw:0.2 bp,td,kg,sz,SZ,CJ:0.3 fv:0.3 bv:0.1 vu:0.4 fh:0.35 fp:0.4 yJ:0.3 JZ,JD,Jz:0.15 Jg:0.4 kX,hX,gX:0.25 gG,Gk:0.25
  Tt:0.2 Ts,TS:0.2 Dd,Dz:0.2 cs,cC,ct,cz:0.3 Ss:0.3 CS,Ck:0.45 Ct,St,Jd:0.4 Zz,ZS:0.3 lr:0.1 mn:0.4 TD:0.3 hk:0.5`,
)
const consonants = makeCosts(
  0.1,
  [
    [vowels, 0.08],
    ['h', 0.35],
    ['wy', 0.25],
    ['A', 0.15],
    ['W', 0.4],
    ['Y', 0.3],
    ['E', 0.1],
    ['H', 0.15],
  ],
  `Aa:0 Ae:0.05 Ai,Ao,Au:0.15 Wu,Wo,Ww:0 Wv:0.05 Yi,Yy,Ye:0 Ya:0.25 YJ:0.3 Ea,Ee,Ei,Eo,Eu:0.03 Ha,Hh:0 He:0.05 Ht:0.1 Ho:0.1 AE,AH:0.1
  AY,AW:0.3 Hh:0 iy,uw:0.05 Ss,sS:0.15 pf:0.15 pb:0.15 bv:0.15 fv:0.1 kX,hX:0.25 CS,CJ:0.3 CX,Ck:0.4 Jg:0.15 JZ,JD:0.1 Gg:0.1 Gk:0.2 Gr:0.5 kg:0.3 cs,cz:0.15 ct,cC:0.25
  Dd:0.1 Dz:0.15 Tt:0.1 Ts:0.15 td:0.45 zs:0.35 zd:0.3 lr:0.8 mn:0.6 TD:0.3 Zz,ZS:0.3 vw:0.2 hk:0.5 Xg:0.5`,
)
const tables: readonly Costs[] = [letters, syllables, consonants]

const leastLikeness = 0.45
let before = new Float32Array(256)
let last = new Float32Array(256)
let row = new Float32Array(256)

/** Between 0.45 and 1 (same pronunciation); 0 if less similar. Only the first 60 sounds of a word are read. */
export function soundLikeness(a: string, b: string, mode: Mode): number {
  if (a === b) return a === '' ? 0 : 1
  const { swap, drop } = tables[mode]!
  const n = Math.min(60, a.length)
  const m = Math.min(60, b.length)
  if (n === 0 || m === 0) return 0
  let massA = 0
  for (let i = 0; i < n; i += 1) massA += drop[a.charCodeAt(i)]!
  let massB = 0
  last[0] = 0
  for (let j = 1; j <= m; j += 1) {
    massB += drop[b.charCodeAt(j - 1)]!
    last[j] = massB
  }
  // The calculation stops at a greater distance.
  const most = Math.max(massA, massB) * (1 - leastLikeness)
  if (Math.abs(massA - massB) > most) return 0
  let first = 0
  for (let i = 1; i <= n; i += 1) {
    const x = a.charCodeAt(i - 1)
    const dropX = drop[x]!
    first += dropX
    row[0] = first
    let least = first
    for (let j = 1; j <= m; j += 1) {
      const y = b.charCodeAt(j - 1)
      let best = last[j - 1]! + swap[x * size + y]!
      const without = last[j]! + dropX
      if (without < best) best = without
      const within = row[j - 1]! + drop[y]!
      if (within < best) best = within
      // Two adjacent sounds swapped.
      if (i > 1 && j > 1 && x === b.charCodeAt(j - 2) && y === a.charCodeAt(i - 2) && before[j - 2]! + 0.7 < best)
        best = before[j - 2]! + 0.7
      row[j] = best
      if (best < least) least = best
    }
    if (least > most) return 0
    const free = before
    before = last
    last = row
    row = free
  }
  const cost = last[m]!
  return Math.max(0, 1 - cost / Math.max(massA, massB))
}
