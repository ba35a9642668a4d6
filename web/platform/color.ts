type Rgb = [red: number, green: number, blue: number]

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance and contrast as WCAG 2 defines them. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map(part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function mix(colour: string, into: string, share: number): string {
  const target = rgbOf(into)
  return hexOf(rgbOf(colour).map((part, index) => part + ((target[index] ?? 0) - part) * share) as Rgb)
}

const readableContrast = 4.5

/**
 * The colour itself if it is readable as text on this background, otherwise the nearest readable one towards black or
 * white.
 */
export function readableOn(colour: string, ground: string): string {
  const end = contrast('#ffffff', ground) > contrast('#000000', ground) ? '#ffffff' : '#000000'
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mix(colour, end, share)
    if (contrast(candidate, ground) >= readableContrast) return candidate
  }
  return end
}

/** White or near-black, whichever is more readable on the colour. */
export function textOn(colour: string): string {
  return contrast('#ffffff', colour) >= 3.5 ? '#ffffff' : '#1d2129'
}
