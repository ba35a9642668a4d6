import { pinyin } from 'pinyin-pro'
import { type Run, runsOf } from './fold.ts'

const longest = 30

/** How a name's key sounds: pinyin without tones, and first letters; of names without Chinese the first letters of words. */
export function soundsOf(key: string): { pinyin: string | null; initials: string | null } {
  const runs = [...runsOf(key)]
  if (!runs.some(run => run.kind === 'han')) {
    const words = runs.filter(run => run.kind === 'word')
    const initials = words.map(word => word.text[0]).join('')
    return { pinyin: null, initials: words.length > 1 && words.length < 9 && isAscii(initials) ? initials : null }
  }
  const syllables = runs.flatMap(syllablesOf).slice(0, longest)
  const whole = syllables.join('')
  return { pinyin: isAscii(whole) ? whole : null, initials: syllables.map(each => each[0]).join('') }
}

function syllablesOf(run: Run): string[] {
  if (run.kind !== 'han') return [run.text]
  return pinyin(run.text, { toneType: 'none', type: 'array', v: true })
}

const isAscii = (text: string) => /^[a-z0-9]+$/.test(text)
