// Converts spelling to sounds, one character each, the same for all languages, so that mere spelling differences
// disappear. Vowels a e i o u; consonants as written, S sh, C ch, Z zh, J j, X kh, G gh, T th, D dh, c ts.

const rules: [RegExp, string][] = [
  [/([^aeiou])\1+/g, '$1'],
  [/^wh(?=[aeo])/g, 'hw'],
  [/shch|schtsch|sch(?=[^aeiou])|sh|sz(?=[^aeiou])|sch/g, 'S'],
  [/dzh|dsch|dj|dz(?=h)/g, 'J'],
  [/tsch|tch|ch|cz/g, 'C'],
  [/kh/g, 'X'],
  [/gh/g, 'G'],
  [/zh/g, 'Z'],
  [/ph/g, 'f'],
  [/th/g, 'T'],
  [/dh/g, 'D'],
  [/ts|tz/g, 'c'],
  [/ck|cq/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/q(?:u(?=[aeio]))?/g, 'k'],
  [/x/g, 'ks'],
  [/j/g, 'J'],
  [/eo|oa/g, 'o'],
  [/ee|ie(?=.)|ea/g, 'i'],
  [/oo|ou|eu|ue/g, 'u'],
  [/ey|ay|ai|ei|ae|oe/g, 'e'],
  [/aw|au|ow/g, 'aw'],
  [/ng(?![aeiou])/g, 'n'],
  [/'/g, ''],
  [/y(?![aeiou])/g, 'i'],
  [/ii|iy/g, 'i'],
]

/** Sounds of a spelling in the letters a to z; digits stay. */
export function phonesOf(spelling: string): string {
  let text = spelling
  // `ts` already became one sound, the same as a remaining `c`; it is marked until the end so that later rules do not
  // change it.
  for (const [pattern, sound] of rules) {
    if (sound === 'c') text = text.replace(pattern, '\u0001')
    else text = text.replace(pattern, sound)
  }
  return text.replaceAll('\u0001', 'c').replace(/(.)\1+/g, '$1')
}

const classes: Record<string, string> = {
  b: 'P',
  p: 'P',
  f: 'F',
  v: 'F',
  t: 'T',
  d: 'T',
  T: 'T',
  D: 'T',
  k: 'K',
  g: 'K',
  X: 'K',
  G: 'K',
  s: 'S',
  z: 'S',
  S: 'S',
  Z: 'J',
  J: 'J',
  C: 'J',
  c: 'S',
  l: 'L',
  r: 'L',
  m: 'M',
  n: 'N',
}

const mostKeys = 4
/** Sounds that different languages perceive as different consonants. */
const also: Record<string, string> = { T: 'TS', D: 'TS', J: 'JK', C: 'JK', W: '-F', v: 'FP', w: '-F' }

/**
 * Consonants only, with similar ones merged: at most 4 keys under which possibly equal words are looked up. A word of
 * vowels has the key `~`, one of other signs has its own text as key.
 */
export function phoneKeys(phones: string, text: string): string[] {
  let all = ['']
  for (const [n, phone] of [...phones].entries()) {
    const groups = groupsOf(phone, n)
    if (groups === '') continue
    const more = all.length * groups.length > mostKeys ? groups.slice(0, 1) : groups
    all = all.flatMap(key => [...more].map(group => (group === '-' || key.endsWith(group) ? key : key + group)))
  }
  const keys = [...new Set(all.map(key => key || (phones === '' ? `~${text}` : '~')))]
  return keys
}

function groupsOf(phone: string, at: number): string {
  // W (waw) may be a vowel or a consonant; at the beginning w may be v, and v may be b.
  if (phone === 'w') return at === 0 ? also.w! : ''
  if (phone === 'W' || phone === 'v') return at === 0 || phone === 'W' ? also[phone]! : 'F'
  return also[phone] ?? classes[phone] ?? (phone >= '0' && phone <= '9' ? phone : '')
}
