import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { fieldError } from '#server/platform/errors.ts'

/** A long password needs not be varied, only not be guessed at once; a short one has to be good. */
const longFrom = 12
const scoreOfLong = 2
const scoreOfShort = 3
/** The estimate takes time that grows with length; what makes a password weak shows before this. */
const judgedUpTo = 64

// The word lists take some 30 MB: loaded with the first password, not with the server.
let estimator: Promise<ZxcvbnFactory> | undefined

function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }]) =>
      new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }),
  )
  return estimator
}

/** 422 on `password` where it is common, made of the person's own names, or too simple for its length. */
export async function checkStrength(password: string, person: { username: string; email?: string }): Promise<void> {
  const email = person.email ?? ''
  const own = [person.username, email, email.split('@')[0] ?? ''].map(text => text.toLowerCase()).filter(Boolean)
  const folded = password.normalize('NFKC').toLowerCase()
  const { score } = (await loadEstimator()).check(password.normalize('NFKC').slice(0, judgedUpTo), own)
  const isShort = password.length < longFrom
  if (own.includes(folded) || score < (isShort ? scoreOfShort : scoreOfLong))
    throw fieldError('password', 'password_weak')
}
