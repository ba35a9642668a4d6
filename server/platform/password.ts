import { hash, verify } from '@node-rs/argon2'
import { AppError } from './http/errors.ts'

// OWASP's argon2id setting of 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Concurrent hash computations, of the four threads that file access and name lookups also need. */
const mostAtOnce = 2
/** Most waiting hash computations of each kind: about three seconds of work. */
const mostWaiting = 128

let running = 0
const lines: Record<'first' | 'last', (() => void)[]> = { first: [], last: [] }

/** A flood of passwords waits behind known users, and is refused beyond what can be computed soon. */
async function inTurn<T>(line: 'first' | 'last', work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) {
    if (lines[line].length >= mostWaiting) throw new AppError('too_many', { seconds: 5 })
    // A finished computation hands its slot directly to the next, so that no other caller takes it.
    await new Promise<void>(resolve => lines[line].push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = lines.first.shift() ?? lines.last.shift()
    if (next) next()
    else running -= 1
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn('first', () => hash(password.normalize('NFKC'), options))
}

/** `isKnown`: the requester has signed in before. Throws `too_many` if too many computations are waiting. */
export function verifyPassword(passwordHash: string, password: string, isKnown = true): Promise<boolean> {
  return inTurn(isKnown ? 'first' : 'last', () => verify(passwordHash, password.normalize('NFKC')).catch(() => false))
}
