import type { ReportStep } from './dump.ts'

/** Prints steps as lines, or on a terminal as one line that is updated. */
export function progressOn(stream: NodeJS.WriteStream): { say: ReportStep; end(): void } {
  let last = ''
  return {
    say(step, done, of) {
      const count = of > 0 ? ` ${done} of ${of}` : done > 0 ? ` ${done}` : ''
      if (stream.isTTY) stream.write(`\r\x1b[K  ${step}${count}`)
      else if (step !== last) stream.write(`  ${step}\n`)
      last = step
    },
    end: () => {
      if (stream.isTTY) stream.write('\r\x1b[K')
    },
  }
}
