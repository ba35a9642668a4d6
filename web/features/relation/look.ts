import type { DangerLevel } from '#contract/og.ts'
import type { GraphNode } from '#contract/relation.ts'
import { shorten as shortenText } from '#contract/text.ts'

/** Colours as canvases need them: the page's own, and the danger levels' as marks show them. */
export type Palette = Record<'text' | 'text2' | 'line' | 'surface' | 'primary' | 'person' | 'path', string> & {
  danger: Record<DangerLevel, string>
}

const danger = {
  light: { 受制裁: '#9b1239', 一类: '#b93a00', 二类: '#7d5700', 中性: '#1f5f96', 待定: '#5c6672' },
  dark: { 受制裁: '#ff8fab', 一类: '#ff9b66', 二类: '#efc250', 中性: '#8bbcec', 待定: '#a9b1bb' },
} as const

export function paletteOf(isDark: boolean): Palette {
  const style = getComputedStyle(document.documentElement)
  const value = (name: string, other: string) => style.getPropertyValue(name).trim() || other
  return {
    text: value('--text', '#1d2129'),
    text2: value('--text-2', '#4e5969'),
    line: isDark ? '#5c5f66' : '#c2c7d0',
    surface: value('--surface', '#fff'),
    primary: value('--primary-text', '#165dff'),
    person: isDark ? '#8d95a3' : '#7b8594',
    path: value('--primary-text', '#165dff'),
    danger: danger[isDark ? 'dark' : 'light'],
  }
}

/** The same shapes as the marks of danger levels; persons are round, focus persons stars. */
const shapes: Record<DangerLevel, 'octagon' | 'triangle' | 'diamond' | 'round-rectangle' | 'rectangle'> = {
  受制裁: 'octagon',
  一类: 'triangle',
  二类: 'diamond',
  中性: 'round-rectangle',
  待定: 'rectangle',
}

export function shapeOf(node: GraphNode) {
  if (node.kind === 'person') return node.is_focus ? ('star' as const) : ('ellipse' as const)
  return shapes[node.danger_level as DangerLevel] ?? 'rectangle'
}

export function colourOf(node: GraphNode, palette: Palette): string {
  if (node.kind === 'person') return node.is_focus ? palette.primary : palette.person
  return palette.danger[node.danger_level as DangerLevel] ?? palette.danger.待定
}

export const shorten = (name: string) => shortenText(name, 24)
