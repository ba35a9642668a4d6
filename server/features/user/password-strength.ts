import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { fieldError } from '#server/platform/http/errors.ts'

/** A long password must merely not be guessable at once; a short one needs a better score. */
const longFrom = 12
const scoreOfLong = 2
const scoreOfShort = 3
/** The estimate's time grows with the length; weaknesses show before this length. */
const judgedUpTo = 64

// The word lists take about 30 MB, so they are loaded with the first password, not at the start.
let estimator: Promise<ZxcvbnFactory> | undefined

function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }]) =>
      new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }),
  )
  return estimator
}

/** Throws 422 on `password` if it is common, based on the person's own names, or too simple for its length. */
export async function checkStrength(password: string, person: { username: string; email?: string }): Promise<void> {
  const email = person.email ?? ''
  const own = [person.username, email, email.split('@')[0] ?? ''].map(text => text.toLowerCase()).filter(Boolean)
  const folded = password.normalize('NFKC').toLowerCase()
  const { score } = (await loadEstimator()).check(password.normalize('NFKC').slice(0, judgedUpTo), own)
  const isShort = password.length < longFrom
  if (own.includes(folded) || score < (isShort ? scoreOfShort : scoreOfLong))
    throw fieldError('password', 'password_weak')
}
