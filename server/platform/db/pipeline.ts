/**
 * Waits for all promises and returns their results; if one fails, throws its error once all have ended. Within a
 * transaction `Promise.all` would roll back at the first error, and statements that another promise sends later would
 * run outside the transaction.
 */
export async function pipelined<T extends readonly unknown[]>(
  all: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ended = await Promise.allSettled(all)
  const failed = ended.find(each => each.status === 'rejected')
  if (failed) throw failed.reason
  return ended.map(each => (each as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof T]: Awaited<T[K]>
  }
}
