/** Longer texts get an array of their own. */
const scratchUnits = 65_536
const scratch = new Uint16Array(scratchUnits)
const scratchBytes = Buffer.from(scratch.buffer)

/**
 * The UTF-16 units of a text in an array, for loops over all of them: a part of a longer text is a reference that
 * `charCodeAt` resolves again for each unit. The array may be longer than the text, and is valid until the next call.
 */
export function unitsOf(text: string): Uint16Array {
  if (text.length <= scratchUnits) {
    scratchBytes.write(text, 0, 'utf16le')
    return scratch
  }
  const units = new Uint16Array(text.length)
  Buffer.from(units.buffer).write(text, 0, 'utf16le')
  return units
}

/**
 * A copy of a text. V8 keeps a part of a longer text as a reference to it: a title of a page would keep the whole page
 * in memory.
 */
export function copyText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}
