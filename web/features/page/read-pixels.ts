import type { Pixels } from './picture-changes.ts'

/** The pixels of a picture in a `data:` address; null if this browser has no canvas. */
export async function readPixels(src: string): Promise<Pixels | null> {
  const image = new Image()
  image.src = src
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
