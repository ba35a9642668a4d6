import type { Blobs } from '../blob/blob-store.ts'
import type { Mailer } from '../mail.ts'

/** The parts of a context that have effects outside the database. */
type Reaching = { blobs: Blobs; mailer?: Mailer | undefined; startBackup?: ((...args: never[]) => unknown) | undefined }

/** A transaction's context, and whether it had effects that a rollback does not undo. */
type TrackedTransaction<Ctx extends Reaching> = { ctx: Ctx; isTouched(): boolean }

/**
 * Wraps files, mail and processes so that each use is recorded. Removing a file throws: files are removed after the
 * commit.
 */
export function watchOutside<Ctx extends Reaching>(ctx: Ctx): TrackedTransaction<Ctx> {
  let isTouched = false
  const withFlag =
    <Args extends unknown[], Result>(act: (...args: Args) => Result) =>
    (...args: Args): Result => {
      isTouched = true
      return act(...args)
    }
  const { blobs, mailer, startBackup } = ctx
  return {
    ctx: {
      ...ctx,
      blobs: {
        ...blobs,
        put: withFlag(blobs.put),
        putFile: withFlag(blobs.putFile),
        append: withFlag(blobs.append),
        hold: withFlag(blobs.hold),
        removeHeld: withFlag(blobs.removeHeld),
        remove: async () => {
          throw new Error('files must be removed after the commit: call releaseFiles, then removeGone')
        },
      },
      ...(mailer && { mailer: { ...mailer, send: withFlag(mailer.send) } }),
      ...(startBackup && { startBackup: withFlag(startBackup) }),
    },
    isTouched: () => isTouched,
  }
}
