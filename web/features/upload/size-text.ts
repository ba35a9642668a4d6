const units = ['B', 'KB', 'MB', 'GB', 'TB']
const step = 1024

/** `1.4 MB`; steps of 1,024. */
export function uploadSize(bytes: number): string {
  const power = bytes < step ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(step)))
  const value = bytes / step ** power
  const digits = power === 0 || value >= 100 ? 0 : 1
  return `${value.toFixed(digits)} ${units[power]}`
}

/** `0:42`, `12:05`, `1:02:09`. */
export function timeText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}
