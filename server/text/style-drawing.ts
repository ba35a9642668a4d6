import { Parser } from 'htmlparser2'

type Attributes = Record<string, string>

/** Within a drawing the parser writes some names with capitals, elsewhere all in lower case. */
const inBothCases = (names: string) => [...new Set(names.split(' ').flatMap(name => [name, name.toLowerCase()]))]

/** Elements of a drawing that neither run, load nor contain HTML. */
export const drawingTags = inBothCases(
  'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop',
)

/**
 * Removed with their content. Clips, masks, patterns, filters and markers can contain references to each other, so that
 * a few lines cost a browser minutes.
 */
export const droppedOfDrawings = inBothCases('foreignObject desc metadata clipPath mask pattern filter marker')

const paints = 'fill stroke stop-color color'.split(' ')
const values =
  `viewbox preserveaspectratio d x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy points offset transform opacity fill-opacity
  fill-rule stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity
  stop-opacity gradientunits gradienttransform spreadmethod text-anchor dominant-baseline font-family font-size font-weight
  font-style letter-spacing rotate textlength lengthadjust visibility display overflow`.split(/\s+/)

/** Attributes of each element of a drawing, in lower case as the parser writes them. */
export const drawingAttributes = Object.fromEntries(
  drawingTags.map(tag => [tag, [...values, ...paints, ...(/^use$|gradient$/i.test(tag) ? ['href'] : [])]]),
)

/** Most elements that all references of a page together draw again. */
const mostCopies = 50_000

type Part = { elements: number; hasUse: boolean }

/** Decides which `<use>` elements are kept: those of a part of the same page without such elements, within a limit. */
export function openDrawings(html: string): { use(attributes: Attributes): Attributes } {
  let parts: Map<string, Part> | undefined
  let left = mostCopies
  return {
    use({ href, 'xlink:href': linked, ...rest }) {
      const id = localId(href ?? linked)
      if (id === null) return rest
      parts ??= readParts(html)
      const part = parts.get(id)
      if (!part || part.hasUse || part.elements > left) return rest
      left -= part.elements
      return { ...rest, href: `#${id}` }
    },
  }
}

/** A gradient takes its stops from another one of the page. */
export function gradientAttributes({ href, 'xlink:href': linked, ...rest }: Attributes): Attributes {
  const id = localId(href ?? linked)
  return id === null ? rest : { ...rest, href: `#${id}` }
}

/** Removes colours that name an address; a gradient of the page stays. */
export function harmlessPaints(attributes: Attributes): Attributes {
  const suspicious = paints.filter(name => /[\\(]/.test(attributes[name] ?? ''))
  if (suspicious.length === 0) return attributes
  const kept = { ...attributes }
  for (const name of suspicious) if (!isColour(kept[name] as string)) delete kept[name]
  return kept
}

const isColour = (value: string) =>
  /^\s*(?:(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\w\s.,%/+-]{1,60}\)|var\(--[\w-]{1,60}\)|url\(\s*["']?#[\w.:-]{1,200}["']?\s*\)(?:\s+[\w#-]{1,40})?)\s*$/i.test(
    value,
  )

const localId = (raw: string | undefined) => /^\s*#([\w.:-]{1,200})\s*$/.exec(raw ?? '')?.[1] ?? null

/** The parts of a page by id: the number of their elements, and whether they draw other parts. */
function readParts(html: string): Map<string, Part> {
  const parts = new Map<string, Part>()
  const open: { id: string | undefined; elements: number; uses: number }[] = []
  let [elements, uses] = [0, 0]
  const parser = new Parser(
    {
      onopentag(name, { id }) {
        open.push({ id, elements, uses })
        elements += 1
        if (name === 'use') uses += 1
      },
      onclosetag() {
        const ended = open.pop()
        if (ended?.id === undefined) return
        // If two parts share an id, the larger and the more dangerous one counts.
        const known = parts.get(ended.id)
        parts.set(ended.id, {
          elements: Math.max(known?.elements ?? 0, elements - ended.elements),
          hasUse: known?.hasUse === true || uses > ended.uses,
        })
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return parts
}
