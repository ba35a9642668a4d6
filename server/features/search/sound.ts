import { pinyin } from 'pinyin-pro'
import { firstChar } from '#contract/text.ts'
import { type Run, runsOf } from './fold.ts'

const longest = 30
const mostLater = 6

/** `later` are the same from each later syllable on: given names are asked for without the family's. */
export type Sounds = {
  pinyin: string | null
  initials: string | null
  later: { pinyin: string[]; initials: string[] }
}

const noneLater = { pinyin: [], initials: [] }

/** How a name's key sounds: pinyin without tones, and first letters; of names without Chinese the first letters of words. */
export function soundsOf(key: string): Sounds {
  const runs = [...runsOf(key)]
  if (!runs.some(run => run.kind === 'han')) {
    const words = runs.filter(run => run.kind === 'word')
    const initials = words.map(word => firstChar(word.text)).join('')
    return {
      pinyin: null,
      initials: words.length > 1 && words.length < 9 && isAscii(initials) ? initials : null,
      later: noneLater,
    }
  }
  const syllables = runs.flatMap(syllablesOf).slice(0, longest)
  const whole = syllables.join('')
  const initials = syllables.map(firstChar).join('')
  if (!isAscii(whole)) return { pinyin: null, initials, later: noneLater }
  const starts = Array.from({ length: Math.min(mostLater, syllables.length - 1) }, (_, n) => n + 1)
  return {
    pinyin: whole,
    initials,
    later: {
      pinyin: starts.map(start => syllables.slice(start).join('')),
      initials: starts.map(start => syllables.slice(start).map(firstChar).join('')).filter(each => each.length > 1),
    },
  }
}

function syllablesOf(run: Run): string[] {
  if (run.kind !== 'han') return [run.text]
  return pinyin(run.text, { toneType: 'none', type: 'array', v: true })
}

const isAscii = (text: string) => /^[a-z0-9]+$/.test(text)
