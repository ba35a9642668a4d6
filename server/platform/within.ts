/** What `work` gives, or undefined if that takes longer than `ms`; what comes too late goes to `late`, and late failures nowhere. */
export function within<T>(work: Promise<T>, ms: number, late: (value: T) => void = () => {}): Promise<T | undefined> {
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
