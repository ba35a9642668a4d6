import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type PageRoute, pageRoutes } from '#contract/route.ts'
import { guideNames, guideOf } from '#web/features/guide/guide-names.ts'
import type { GuideNode } from '#web/features/guide/node.ts'
import { readGuide } from './guide.ts'

const languages = ['zh', 'en'] as const
const fileOf = (language: string, name: string) => `docs/guide/${language}/${name}.md`
const read = (language: string, name: string) => readGuide(readFileSync(fileOf(language, name), 'utf8'))

function linksIn(nodes: readonly GuideNode[]): string[] {
  return nodes.flatMap(node => {
    if (typeof node === 'string' || 'picture' in node) return []
    return 'page' in node ? [node.page] : linksIn(node.children)
  })
}

function picturesIn(nodes: readonly GuideNode[]): { picture: string; alt: string }[] {
  return nodes.flatMap(node => {
    if (typeof node === 'string') return []
    return 'picture' in node ? [node] : picturesIn(node.children)
  })
}

function headingsIn(nodes: readonly GuideNode[]): string[] {
  return nodes.flatMap(node => (typeof node === 'object' && 'tag' in node && /^h\d/.test(node.tag) ? [node.tag] : []))
}

test('every screen of the menu has a page of the guide', () => {
  const screens = Object.entries<PageRoute>(pageRoutes).filter(([, row]) => row.menu)
  expect(screens.length).toBeGreaterThan(20)
  expect(screens.filter(([name]) => guideOf(name) === 'start').map(([name]) => name)).toEqual([])
})

test.each([
  ['og_detail', 'og'],
  ['admin_person', 'person'],
  ['admin_diff_detail', 'admin_diff'],
  ['screening_file_detail', 'admin_screening'],
  ['user_info', 'start'],
  ['no_such_screen', 'start'],
])('the guide to %s is %s', (screen, name) => {
  expect(guideOf(screen)).toBe(name)
})

describe.each(languages)('the guide in %s', language => {
  test('has each page once, and no other file', () => {
    const files = globSync(`docs/guide/${language}/*.md`).map(file => basename(file, '.md'))
    expect(files.toSorted()).toEqual([...guideNames].sort())
  })

  test.each(guideNames)('%s has one title, sections, links to pages that exist and pictures with a text', name => {
    const nodes = read(language, name)
    const headings = headingsIn(nodes)
    expect(headings[0]).toBe('h1')
    expect(headings.filter(each => each === 'h1')).toHaveLength(1)
    expect(headings.length).toBeGreaterThan(2)
    for (const link of linksIn(nodes)) expect(existsSync(fileOf(language, link)), link).toBe(true)
    for (const { picture, alt } of picturesIn(nodes)) {
      expect(alt).not.toBe('')
      expect(existsSync(`docs/guide/img/${language}/${picture}.webp`), picture).toBe(true)
    }
  })
})

test('both languages have the same sections, keys and pictures', () => {
  const shape = (language: string, name: string) => {
    const nodes = read(language, name)
    return { headings: headingsIn(nodes), pictures: picturesIn(nodes).map(({ picture }) => picture) }
  }
  for (const name of guideNames) expect(shape('zh', name), name).toEqual(shape('en', name))
})

test('a link elsewhere and HTML are refused', () => {
  expect(() => readGuide('[elsewhere](https://example.org/)')).toThrow('leads to no page')
  expect(() => readGuide('text <script>alert(1)</script>')).toThrow('does not use html')
})
