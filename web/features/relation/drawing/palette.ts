import type { DangerLevel } from '#contract/og.api.ts'
import type { GraphNode } from '#contract/relation.api.ts'
import { firstLetter, shorten as shortenText } from '#contract/text.ts'

/** Resolved colours for canvases: those of the page, and those of the danger levels' marks. */
export type Palette = Record<
  'text' | 'text2' | 'line' | 'faint' | 'surface' | 'primary' | 'person' | 'star' | 'gravestEdge',
  string
> & { danger: Record<DangerLevel, string>; font: string }

export const dangerColours = {
  light: { 受制裁: '#9b1239', 一类: '#b93a00', 二类: '#7d5700', 中性: '#1f5f96', 待定: '#5c6672' },
  dark: { 受制裁: '#a8183c', 一类: '#ff9b66', 二类: '#efc250', 中性: '#8bbcec', 待定: '#a9b1bb' },
} as const

/** `faint` is for faded elements: close to the background, but still visible. */
export function paletteOf(isDark: boolean): Palette {
  const style = getComputedStyle(document.documentElement)
  const value = (name: string, other: string) => style.getPropertyValue(name).trim() || other
  return {
    text: value('--text', '#1d2129'),
    text2: value('--text-2', '#4e5969'),
    line: isDark ? '#686c75' : '#adb4c0',
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

export function colourOf(node: GraphNode, palette: Palette): string {
  switch (node.kind) {
    case 'og':
      return palette.danger[node.danger_level as DangerLevel] ?? palette.danger.待定
    case 'person':
      return palette.person
  }
}

/** The initials of a name's words, up to four; of a name in one word its beginning. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s·]+/)
    .filter(word => /[\p{L}\p{N}]/u.test(word))
  if (words.length < 2) return shortenText(name.trim(), 5)
  return words
    .slice(0, 4)
    .map(word => firstLetter(word.replace(/^[^\p{L}\p{N}]+/u, '')).toUpperCase())
    .join('')
}

export const shorten = (name: string) => shortenText(name, 24)
