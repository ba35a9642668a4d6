import { useQuery } from '@tanstack/react-query'
import { checkIdentifiers, Identifier } from '#contract/identifier.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { call } from '#web/platform/api.ts'

export type CheckedRecord = { noun: PartyEntity; id: number | undefined }

/** The server's result for these identifiers, in their order; undefined while one of them is incomplete. */
export function useCheck({ noun, id }: CheckedRecord, items: readonly unknown[]) {
  const whole = items.map(item => Identifier.safeParse(item))
  const identifiers = whole.flatMap(({ data }) => (data ? [data] : []))
  const { data } = useQuery({
    queryKey: ['identifier', noun, id ?? null, identifiers],
    queryFn: ({ signal }) =>
      call(checkIdentifiers, { body: { noun, record_id: id ?? null, identifiers } }, { signal, isBackground: true }),
    enabled: identifiers.length > 0 && identifiers.length === items.length,
    staleTime: 60_000,
  })
  return data?.items
}
