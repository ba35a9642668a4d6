import type { DangerLevel } from '#contract/og.api.ts'
import type { GraphNode } from '#contract/relation.api.ts'
import { firstLetter, shorten as shortenText } from '#contract/text.ts'
import type { NodeSanctionStatus } from '../view.ts'

/** Resolved colours for canvases: those of the page, and those of the danger levels' marks. */
export type Palette = Record<
  'text' | 'text2' | 'line' | 'past' | 'risk' | 'faint' | 'surface' | 'primary' | 'person' | 'star' | 'gravestEdge',
  string
> & { danger: Record<DangerLevel, string>; font: string }

export const dangerColours = {
  light: { 受制裁: '#9b1239', 一类: '#b93a00', 二类: '#7d5700', 中性: '#1f5f96', 待定: '#5c6672' },
  dark: { 受制裁: '#a8183c', 一类: '#ff9b66', 二类: '#efc250', 中性: '#8bbcec', 待定: '#a9b1bb' },
} as const

/** `faint` is for faded elements: close to the background, but still visible. `past` is for links that have ended. */
export function paletteOf(isDark: boolean): Palette {
  const style = getComputedStyle(document.documentElement)
  const value = (name: string, other: string) => style.getPropertyValue(name).trim() || other
  return {
    text: value('--text', '#1d2129'),
    text2: value('--text-2', '#4e5969'),
    line: isDark ? '#868c97' : '#7f8898',
    past: isDark ? '#5a5e66' : '#b9c0cb',
    risk: isDark ? '#ff6b81' : '#c8102e',
    faint: isDark ? '#37383b' : '#e3e6eb',
    surface: value('--surface', '#fff'),
    primary: value('--primary-text', '#165dff'),
    person: isDark ? '#97a0af' : '#66707f',
    star: isDark ? '#efc250' : '#9a6a00',
    gravestEdge: value('--gravest-edge', '#9b1239'),
    danger: dangerColours[isDark ? 'dark' : 'light'],
    font: getComputedStyle(document.body).fontFamily || 'sans-serif',
  }
}

/** The colours of paper, whichever theme the screen has: for print and for reports. */
export const paperPalette = (): Palette => ({
  ...{ text: '#1d2129', text2: '#4e5969', line: '#7f8898', past: '#b9c0cb', risk: '#c8102e', faint: '#e3e6eb' },
  ...{ surface: '#ffffff', primary: '#165dff', person: '#66707f', star: '#9a6a00', gravestEdge: '#9b1239' },
  danger: dangerColours.light,
  font: getComputedStyle(document.body).fontFamily || 'sans-serif',
})

export function colourOf(node: GraphNode, palette: Palette): string {
  switch (node.kind) {
    case 'og':
      return palette.danger[node.danger_level as DangerLevel] ?? palette.danger.待定
    case 'person':
      return palette.person
  }
}

/** Levels with a ring: of the others the shape alone suffices. */
const ringedLevels: readonly string[] = ['受制裁', '一类', '二类']

/** The ring of a node shows its level: of an organisation its danger level, of a person a sanction or the focus. */
export function ringOf(node: GraphNode, standing: NodeSanctionStatus | null, palette: Palette): string | null {
  if (standing === 'sanctioned') return palette.danger.受制裁
  switch (node.kind) {
    case 'og':
      return ringedLevels.includes(node.danger_level) ? colourOf(node, palette) : null
    case 'person':
      return node.is_focus ? palette.star : null
  }
}

/** The words that give a name its initials: those in lower case (of, and, de) only if there are no others. */
function initialWords(name: string): string[] {
  const words = name
    .trim()
    .split(/[\s·]+/)
    .filter(word => /[\p{L}\p{N}]/u.test(word))
  const first = words.filter(word => !/^[^\p{L}\p{N}]*\p{Ll}/u.test(word))
  return first.length > 1 ? first : words
}

/** The initials of a name's words, up to three; of a name in one word its beginning. */
export function initialsOf(name: string): string {
  const words = initialWords(name)
  if (words.length < 2) return shortenText(name.trim(), 5)
  return words
    .slice(0, 3)
    .map(word => firstLetter(word.replace(/^[^\p{L}\p{N}]+/u, '')).toUpperCase())
    .join('')
}

/** The letters in a node: its initials, or the first letter of a name in one word. */
export function lettersOf(name: string): string {
  const before = knownLetters.get(name)
  if (before !== undefined) return before
  const letters = initialWords(name).length > 1 ? initialsOf(name) : firstLetter(name.trim()).toUpperCase()
  if (knownLetters.size >= lettersKept) knownLetters.clear()
  knownLetters.set(name, letters)
  return letters
}
/** Dividing thousands of names into letters takes longer than drawing them. */
const knownLetters = new Map<string, string>()
const lettersKept = 20_000

export const shorten = (name: string) => shortenText(name, 24)

/** Short names; of names with the same beginning the ends stay too: `Senate Com…Armed Services`. */
export function labelsOf(names: readonly string[]): string[] {
  const cut = names.map(shorten)
  const counts = new Map<string, number>()
  for (const label of cut) counts.set(label, (counts.get(label) ?? 0) + 1)
  return cut.map((label, n) => {
    const characters = [...(names[n] ?? '')]
    const isAmbiguous = (counts.get(label) ?? 0) > 1 && characters.length > 24
    return isAmbiguous ? `${characters.slice(0, 10).join('')}…${characters.slice(-13).join('').trimStart()}` : label
  })
}
