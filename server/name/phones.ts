// Spelling to sounds, one character each, the same for all languages: what differs only in spelling meets here.
// Vowels a e i o u; consonants as written, S sh, C ch, Z zh, J j, X kh, G gh, T th, D dh, c ts.

const rules: [RegExp, string][] = [
  [/([^aeiou])\1+/g, '$1'],
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
  [/ae|oe/g, 'e'],
  [/ey|ay|ai|ei/g, 'ey'],
  [/aw|au|ow/g, 'aw'],
  [/y(?![aeiou])/g, 'i'],
  [/ii|iy/g, 'i'],
]

/** Sounds of a spelling in the letters a to z; digits stay. */
export function phonesOf(spelling: string): string {
  let text = spelling
  // `ts` is one sound already, and so is what `c` is left: it is marked until the end.
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

/** Consonants alone, alike ones as one: the key under which words that may be the same are looked for. Empty without any. */
export function consonantsOf(phones: string): string {
  let out = ''
  for (const phone of phones) {
    const group = classes[phone] ?? (phone >= '0' && phone <= '9' ? phone : '')
    if (group !== '' && !out.endsWith(group)) out += group
  }
  return out
}
