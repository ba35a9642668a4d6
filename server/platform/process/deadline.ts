/**
 * The result of `work`, or undefined if it takes longer than `ms`. A result that arrives later is passed to `late`; a
 * later failure is ignored.
 */
export function withDeadline<T>(
  work: Promise<T>,
  ms: number,
  late: (value: T) => void = () => {},
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(
      () => {
        isLate = true
        resolve(undefined)
      },
      Math.max(0, ms),
    )
    work.then(
      value => {
        clearTimeout(timer)
        if (isLate) late(value)
        else resolve(value)
      },
      error => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
