export { NamedChip } from './named-chip.tsx'
export { useCertaintyWord } from './named-parts.tsx'
export { PickNamed } from './pick-named.tsx'
export { keyOf, TextLink, timeOf } from './text-link.tsx'
