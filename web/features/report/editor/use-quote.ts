import { type RefObject, useEffect, useState } from 'react'
import { cutText } from '#contract/text.ts'

const quoteAtMost = 1_000

/** The last selection within an element. A click elsewhere retains it, a click inside clears it. */
export function useQuote(ref: RefObject<HTMLElement | null>): string {
  const [quote, setQuote] = useState('')
  useEffect(() => {
    const readSelection = () => {
      const selection = document.getSelection()
      const root = ref.current
      if (!selection?.anchorNode || !selection.focusNode || !root) return
      if (!root.contains(selection.anchorNode) || !root.contains(selection.focusNode)) return
      setQuote(cutText(selection.toString().trim(), quoteAtMost))
    }
    document.addEventListener('selectionchange', readSelection)
    return () => document.removeEventListener('selectionchange', readSelection)
  }, [ref])
  return quote
}

const blocks = 'p, li, h2, h3, h4, td, th, blockquote'
const flat = (text: string) => text.replace(/\s+/gu, '')

/** Scrolls the block with the quoted words into view; false if there is none. */
export function showQuote(root: HTMLElement | null, quote: string): boolean {
  const wanted = flat(quote.split('\n').find(line => line.trim()) ?? '')
  const found = [...(root?.querySelectorAll<HTMLElement>(blocks) ?? [])].find(
    block => wanted !== '' && flat(block.textContent ?? '').includes(wanted),
  )
  found?.scrollIntoView({ block: 'center' })
  return found !== undefined
}
