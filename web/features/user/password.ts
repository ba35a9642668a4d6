const letters = 'abcdefghijkmnpqrstuvwxyz'
const others = '23456789'

/** A password for reading out and typing: four groups of five, without characters that look alike; about 90 bits. */
export function newPassword(): string {
  const alphabet = letters + others
  const group = () => Array.from({ length: 5 }, () => alphabet[randomBelow(alphabet.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}

/** Uniform, unlike the remainder of a byte. */
function randomBelow(limit: number): number {
  const fair = 256 - (256 % limit)
  for (;;) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fair) return byte % limit
  }
}

type PasswordNote = { kind: 'tooShort'; missing: number } | { kind: 'personal' | 'longer' | 'longEnough' }

const shortest = 8
const longFrom = 12

/** Checks that are possible while typing; only the server knows whether a password is common. */
export function notePassword(password: string, person: { username: string; email: string }): PasswordNote | null {
  if (password === '') return null
  const own = [person.username, person.email, person.email.split('@')[0]].map(text => text?.toLowerCase())
  if (own.includes(password.toLowerCase())) return { kind: 'personal' }
  if (password.length < shortest) return { kind: 'tooShort', missing: shortest - password.length }
  return { kind: password.length < longFrom ? 'longer' : 'longEnough' }
}
