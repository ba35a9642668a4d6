const letters = 'abcdefghijkmnpqrstuvwxyz'
const others = '23456789'

/** A password to read out and type: four groups of five, no characters that look alike; some 90 bits. */
export function newPassword(): string {
  const alphabet = letters + others
  const group = () => Array.from({ length: 5 }, () => alphabet[randomBelow(alphabet.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}

/** Even, unlike a remainder of a byte. */
function randomBelow(limit: number): number {
  const fair = 256 - (256 % limit)
  for (;;) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fair) return byte % limit
  }
}

export type PasswordNote = { kind: 'tooShort'; missing: number } | { kind: 'personal' | 'longer' | 'longEnough' }

const shortest = 8
const longFrom = 12

/** What can be said while one types; whether it is a common one, the server knows. */
export function notePassword(password: string, person: { username: string; email: string }): PasswordNote | null {
  if (password === '') return null
  const own = [person.username, person.email, person.email.split('@')[0]].map(text => text?.toLowerCase())
  if (own.includes(password.toLowerCase())) return { kind: 'personal' }
  if (password.length < shortest) return { kind: 'tooShort', missing: shortest - password.length }
  return { kind: password.length < longFrom ? 'longer' : 'longEnough' }
}
