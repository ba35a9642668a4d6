import { createFeed, deleteFeed } from '#contract/feed.api.ts'
import { type CallInput, call } from '#web/platform/api.ts'
import { refresh } from '#web/platform/query.ts'

/** The reply has the addresses, which the server does not show again. */
export async function makeFeed(body: CallInput<typeof createFeed>['body']) {
  const made = await call(createFeed, { body })
  await refresh('feed')
  return made
}

export async function stopFeed(id: number): Promise<void> {
  await call(deleteFeed, { params: { id } })
  await refresh('feed')
}
