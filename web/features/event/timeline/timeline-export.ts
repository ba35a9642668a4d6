import { saveFile } from '#web/platform/api.ts'
import { formatDay, now } from '#web/platform/clock.ts'

const copiedStyles = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font', 'text-anchor'] as const
const pixelsPerPoint = 2

/** A copy of the chart for export, with its colours and background on the page resolved. */
function serialiseStandalone(picture: SVGSVGElement): string {
  const copy = picture.cloneNode(true) as SVGSVGElement
  const [from, to] = [picture, copy].map(root => [root, ...root.querySelectorAll('*')]) as [Element[], Element[]]
  for (const [index, element] of from.entries()) {
    const style = getComputedStyle(element)
    const text = copiedStyles.map(name => `${name}:${style.getPropertyValue(name)}`).join(';')
    to[index]?.setAttribute('style', text)
  }
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  ground.setAttribute('width', '100%')
  ground.setAttribute('height', '100%')
  ground.setAttribute('fill', getComputedStyle(document.documentElement).getPropertyValue('--surface').trim() || '#fff')
  copy.prepend(ground)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return new XMLSerializer().serializeToString(copy)
}

export async function exportPicture(picture: SVGSVGElement, name: string, format: 'png' | 'svg'): Promise<void> {
  const svg = new Blob([serialiseStandalone(picture)], { type: 'image/svg+xml' })
  const fileName = `${name}-${formatDay(now())}.${format}`
  saveFile({ blob: format === 'svg' ? svg : await paintPng(svg, picture), fileName })
}

async function paintPng(svg: Blob, picture: SVGSVGElement): Promise<Blob> {
  const url = URL.createObjectURL(svg)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = picture.clientWidth * pixelsPerPoint
    canvas.height = picture.clientHeight * pixelsPerPoint
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}
