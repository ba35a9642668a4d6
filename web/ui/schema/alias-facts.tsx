import type { AliasNoteRead } from '#contract/alias.ts'
import { useAliasWords } from './alias-text.ts'

type Props = { aliases: readonly string[]; notes: readonly AliasNoteRead[] }

/** Other names of a record, each with its details. */
export function AliasFacts({ aliases, notes }: Props) {
  const words = useAliasWords()
  const own = Map.groupBy(notes, ({ alias }) => alias)
  return aliases.map(alias => {
    const note = words(own.get(alias) ?? [])
    return (
      <div key={alias}>
        <bdi>{alias}</bdi>
        {note && <span className="small faint"> {note}</span>}
      </div>
    )
  })
}
