/**
 * `name`: distinctive words; `initial`: a single letter; `particle`: bin, al, van; `minor`: abu, khan; `title`: Dr,
 * Sheikh; `form`: Ltd; `generic`: company, group; `trade`: steel, bank; `place`; `number`.
 */
export type WordClass =
  | 'name'
  | 'initial'
  | 'particle'
  | 'minor'
  | 'title'
  | 'form'
  | 'generic'
  | 'trade'
  | 'place'
  | 'number'
