import type { AliasNoteRead } from '#contract/alias.ts'
import { useAliasWords } from './alias-text.ts'

type Props = { aliases: readonly string[]; notes: readonly AliasNoteRead[] }

/** Other names of a record, each with its details. */
export function AliasFacts({ aliases, notes }: Props) {
  const words = useAliasWords()
  const own = Map.groupBy(notes, ({ alias }) => alias)
  return aliases.map(alias => {
    const said = words(own.get(alias) ?? [])
    return (
      <div key={alias}>
        <bdi>{alias}</bdi>
        {said && <span className="small faint"> {said}</span>}
      </div>
    )
  })
}
