// Runs as a process: tasks that fail as badly as untrusted files can make a reader fail.

import { pause } from '#server/platform/clock.ts'
import { answerParent } from '#server/platform/process/child.ts'

export type OddChildTask = { kind: 'echo' | 'slowly' | 'throw' | 'loop' | 'buffers' | 'heap' | 'exit'; text?: string }

answerParent<OddChildTask, string, string>(async ({ kind, text = '' }, send) => {
  if (kind === 'echo') {
    for (const word of text.split(' ')) await send(word)
    return text
  }
  if (kind === 'slowly') {
    for (const word of text.split(' ')) {
      await send(word)
      await pause(200)
    }
    return text
  }
  if (kind === 'throw') throw new Error(text)
  if (kind === 'exit') process.exit(3)
  const kept: unknown[] = []
  for (;;) {
    if (kind === 'buffers') kept.push(Buffer.alloc(8 * 1_048_576, 1))
    if (kind === 'heap') kept.push(Array.from({ length: 100_000 }, (_, at) => ({ at, again: String(at) })))
  }
})
