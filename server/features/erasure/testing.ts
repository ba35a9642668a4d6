import { expect } from 'vitest'
import { createErasure, type Erasure, type ErasurePassage, getErasure, startErasure } from '#contract/erasure.api.ts'
import type { Client, TestApp } from '#server/testing/test-app.ts'
import { findTraces } from './trace.queries.ts'

type ErasureBody = {
  reason?: string
  names?: string[]
  choices?: Record<string, { act: string; except?: number[] }>
  /** Selects the passages to be blanked; the others stay. */
  blanks?: (passage: ErasurePassage) => boolean
}
/** The request that starts an erasure, with the current plan. */
export const bodyOf = (
  { rev, name, plan }: Pick<Erasure, 'rev' | 'name' | 'plan'>,
  { blanks, ...body }: ErasureBody,
) => ({
  rev,
  confirm: name ?? '',
  reason: 'asked for',
  ...(blanks && { passages: plan?.passages.filter(blanks).map(each => each.id) ?? [] }),
  ...body,
})

const idParams = (id: number) => ({ params: { id: String(id) } })

/** Helpers that run erasures as an administrator does, and check the result. */
export function erasureOf(app: TestApp) {
  async function erase(admin: Client, personId: number, body: ErasureBody = {}) {
    const begun = await admin.get(createErasure, { body: { person_id: personId } })
    await app.drainJobs()
    const ready = await admin.get(getErasure, idParams(begun.id))
    expect(ready.state).toBe('ready')
    const started = await admin.get(startErasure, { ...idParams(begun.id), body: bodyOf(ready, body) })
    expect(started.state).toBe('running')
    await app.drainJobs()
    return { ready, done: await admin.get(getErasure, idParams(begun.id)) }
  }
  return { tracesOf: (text: string) => findTraces(app.db, text), erase }
}
