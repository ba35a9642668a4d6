import { type RefObject, useEffect } from 'react'

const blank = /\s/

/** The range of these words in an element, ignoring spaces and line breaks; null if they are absent. */
export function rangeOf(area: Element, words: string): Range | null {
  const places: { node: Text; offset: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { data } = node as Text
    for (let offset = 0; offset < data.length; offset++) {
      if (blank.test(data[offset] as string)) continue
      text += data[offset]
      places.push({ node: node as Text, offset })
    }
  }
  const wanted = words.replace(/\s+/g, '')
  const from = wanted === '' ? -1 : text.indexOf(wanted)
  const [first, last] = [places[from], places[from + wanted.length - 1]]
  if (!first || !last) return null
  const range = document.createRange()
  range.setStart(first.node, first.offset)
  range.setEnd(last.node, last.offset + 1)
  return range
}

/** Scrolls to the words, and highlights them in browsers that can do so without changing the text. */
export function useShownWords(area: RefObject<Element | null>, words: string | undefined): void {
  useEffect(() => {
    const range = area.current && words ? rangeOf(area.current, words) : null
    if (!range) return
    range.startContainer.parentElement?.scrollIntoView?.({ block: 'center' })
    if (!('highlights' in CSS)) return
    CSS.highlights.set('quoted', new Highlight(range))
    return () => {
      CSS.highlights.delete('quoted')
    }
  }, [area, words])
}
