// Names in another script, as a newspaper would write them; independent of the romanisers that are examined.

const pairs = (text: string): [string, string][] =>
  text
    .trim()
    .split(/\s+/)
    .map(pair => pair.split('=') as [string, string])
    .sort((a, b) => b[0].length - a[0].length)

const cyrillic =
  pairs(`shch=щ sch=щ sh=ш ch=ч zh=ж kh=х ts=ц ph=ф th=т ck=к qu=кв yu=ю iu=ю ya=я ia=ия yo=йо ye=е ou=у oo=у ee=и gh=г dh=д
  a=а b=б c=к d=д e=е f=ф g=г h=х i=и j=дж k=к l=л m=м n=н o=о p=п q=к r=р s=с t=т u=у v=в w=в x=кс y=и z=з`)
const latin =
  pairs(`а=a б=b в=v г=g ґ=g д=d е=e ё=yo є=ye ж=zh з=z и=i і=i ї=yi й=y ј=j к=k л=l љ=lj м=m н=n њ=nj о=o п=p р=r с=s т=t ћ=c ђ=dj у=u ў=u
  ф=f х=kh ц=ts ч=ch џ=dz ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya ә=a ғ=g қ=k ң=n ө=o ұ=u ү=u һ=h`)

/** Vowels within a word as long ones, as newspapers write foreign names; e is left out. */
const arabic =
  pairs(`sh=ش kh=خ gh=غ th=ث dh=ذ ch=تش ph=ف ck=ك qu=قو ts=تس zh=ج ou=و oo=و ee=ي aa=ا ai=اي ay=اي ei=ي ey=ي au=او aw=او
  a=ا b=ب c=ك d=د e= f=ف g=غ h=ه i=ي j=ج k=ك l=ل m=م n=ن o=و p=ب q=ق r=ر s=س t=ت u=و v=ف w=و x=كس y=ي z=ز '= ’= ‘= \`=`)

function write(text: string, table: readonly [string, string][]): string {
  const plain = text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
  let written = ''
  for (let at = 0; at < plain.length; ) {
    const pair = table.find(([from]) => plain.startsWith(from, at))
    written += pair ? pair[1] : plain[at]
    at += pair ? pair[0].length : 1
  }
  return written.replace(/(?<![\p{L}\p{M}])\p{L}/gu, letter => letter.toUpperCase())
}

export const toCyrillic = (text: string): string => write(text, cyrillic)
/** Double consonants are written once, and a vowel that begins a word is carried by an alif. */
export const toArabic = (text: string): string =>
  write(
    text
      .replace(/([b-df-hj-np-tv-z])\1/giu, '$1')
      .replace(/(?<!\p{L})[ei]+/giu, 'a')
      .replace(/(?<!\p{L})[ou]+/giu, 'au'),
    arabic,
  )
export const toLatin = (text: string): string => write(text, latin)
