import { infiniteQueryOptions } from '@tanstack/react-query'
import {
  createMembership,
  deleteMembership,
  listMemberships,
  type Membership,
  updateMembership,
} from '#contract/membership.api.ts'
import { call } from '#web/platform/api.ts'
import { refresh } from '#web/platform/query.ts'

const pageSize = 30

/** The members of an organisation, page by page. */
export function membersOptions(ogId: number) {
  return infiniteQueryOptions({
    queryKey: ['membership', listMemberships.path, { og: ogId }] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { og: [String(ogId)], current: pageParam, pageSize }
      return call(listMemberships, { query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: last => (last.current * last.pageSize < last.total ? last.current + 1 : undefined),
  })
}

/** A membership as a form holds it. */
export type MemberValues = {
  person_id: number | null
  role: string | null
  start_time: string | null
  end_time: string | null
  /** If absent, the stored value remains. */
  area?: string | null
  term?: string | null
  on_behalf_of?: number | null
}

/** Reads both ends again, and everything that counts or draws them. */
const reload = () => refresh('membership', 'person', 'og', 'relation', 'dashboard')

async function andReload<T>(work: Promise<T>): Promise<T> {
  const result = await work
  await reload()
  return result
}

export function addMember(ogId: number, { person_id, ...written }: MemberValues): Promise<Membership> {
  return andReload(call(createMembership, { body: { og_id: ogId, person_id: person_id ?? 0, ...written } }))
}

export function changeMember(id: number, { person_id: _, ...body }: MemberValues): Promise<Membership> {
  return andReload(call(updateMembership, { params: { id }, body }))
}

export function removeMember(id: number): Promise<null> {
  return andReload(call(deleteMembership, { params: { id } }))
}
